import Foundation

/// The decisions on every request in every kind of tree.
///
/// A tree is written on one line: `a1'[+p2' |b3*' |c4]` is `a` with `p` embedded and the tabs `b` (selected) and `c`; `'`
/// marks the focus, `>` is pushed and `^` a modal. The ids before the colon are the modules that ask, `-` for none; the decision
/// follows: the tree, the module to join, or the error.
enum DecisionTables {
  static let all = """
    nothing
      push or modal  -:x1'
      push b unless visible  -:b1'
      tab  -:x1'
      embed  -:x1'
      replace  -:x1'
      replace by b  -:b1'
      back to a  -:nothing below
      back to b  -:nothing below
      select b  -:closed

    a1'
      push or modal  -,1:a1[>x2']
      push b unless visible  -,1:a1[>b2']
      tab  -,1:a1'[|x2*']
      embed  -,1:a1'[+x2']
      replace  -,1:x2'
      replace by b  -,1:b2'
      close  1:nothing below
      back to a  -,1:nothing below
      back to b  -,1:nothing below
      select b  -,1:closed

    a1[>b2']
      push or modal  -,2:a1[>b2[>x3']]  1:covered
      push b unless visible  -,1,2:join 2
      tab  -,2:a1[>b2'[|x3*']]  1:a1[>b2' |x3*]
      embed  -,2:a1[>b2'[+x3']]  1:a1[>b2' +x3]
      replace  -,2:a1[>x3']  1:x3'
      replace by b  -:join 2  1:b3'  2:a1[>b3']
      close  1:nothing below  2:a1'
      back to a  -,2:a1'  1:nothing below
      back to b  -,2:not below  1:nothing below
      select b  -,1,2:closed

    a1[>b2[^c3']]
      push or modal  -,3:a1[>b2[^c3[>x4']]]  1,2:covered
      push b unless visible  -,3:a1[>b2[^c3[>b4']]]  1:join 2  2:covered
      tab  -,3:a1[>b2[^c3'[|x4*']]]  1:a1[>b2[^c3'] |x4*]  2:a1[>b2[^c3' |x4*]]
      embed  -,3:a1[>b2[^c3'[+x4']]]  1:a1[>b2[^c3'] +x4]  2:a1[>b2[^c3' +x4]]
      replace  -,3:a1[>b2[^x4']]  1:x4'  2:a1[>x4']
      replace by b  -,3:a1[>b2[^b4']]  1:b4'  2:a1[>b4']
      close  1:nothing below  2:a1'  3:a1[>b2']
      back to a  -,2,3:a1'  1:nothing below
      back to b  -,3:a1[>b2']  1:nothing below  2:not below
      select b  -,1,2,3:closed

    a1'[|b2*' |c3]
      push or modal  -,2:a1'[|b2*[>x4'] |c3]  1:a1[|b2* |c3 >x4']  3:a1'[|b2*' |c3[>x4]]
      push b unless visible  -,1,2,3:join 2
      tab  -,2:a1'[|b2*'[|x4*'] |c3]  1:a1'[|b2*' |c3 |x4]  3:a1'[|b2*' |c3[|x4*]]
      embed  -,2:a1'[|b2*'[+x4'] |c3]  1:a1'[|b2*' |c3 +x4']  3:a1'[|b2*' |c3[+x4]]
      replace  -,2:a1'[|x4*' |c3]  1:x4'  3:a1'[|b2*' |x4]
      replace by b  -:join 2  1:b4'  2:a1'[|b4*' |c3]  3:beside
      close  1:nothing below  2:a1'[|c3*']  3:a1'[|b2*']
      back to a  -,2,3:join 1  1:nothing below
      back to b  -,2,3:not below  1:nothing below
      select b  -,1,2,3:join 2

    a1'[|b2[>d3] |c4*']
      push or modal  -,4:a1'[|b2[>d3] |c4*[>x5']]  1:a1[|b2[>d3] |c4* >x5']  2:covered  3:a1'[|b2[>d3[>x5]] |c4*']
      push b unless visible  -,4:a1'[|b2[>d3] |c4*[>b5']]  1:a1[|b2[>d3] |c4* >b5']  2:covered  3:a1'[|b2[>d3[>b5]] |c4*']
      tab  -,4:a1'[|b2[>d3] |c4*'[|x5*']]  1:a1'[|b2[>d3] |c4*' |x5]  2:a1'[|b2[>d3 |x5*] |c4*']  3:a1'[|b2[>d3[|x5*]] |c4*']
      embed  -,4:a1'[|b2[>d3] |c4*'[+x5']]  1:a1'[|b2[>d3] |c4*' +x5']  2:a1'[|b2[>d3 +x5] |c4*']  3:a1'[|b2[>d3[+x5]] |c4*']
      replace  -,4:a1'[|b2[>d3] |x5*']  1:x5'  2:a1'[|x5 |c4*']  3:a1'[|b2[>x5] |c4*']
      replace by b  -,4:beside  1:b5'  2:a1'[|b5 |c4*']  3:a1'[|b2[>b5] |c4*']
      close  1:nothing below  2:a1'[|c4*']  3:a1'[|b2 |c4*']  4:a1'[|b2*[>d3']]
      back to a  -,2,4:join 1  1:nothing below  3:a1'[|b2 |c4*']
      back to b  -,2,4:not below  1:nothing below  3:a1'[|b2 |c4*']
      select b  -,1,2,3,4:a1'[|b2*[>d3'] |c4]

    a1[|b2* >d3']
      push or modal  -,3:a1[|b2* >d3[>x4']]  1:covered  2:a1[|b2*[>x4] >d3']
      push b unless visible  -,3:a1[|b2* >d3[>b4']]  1:covered  2:a1[|b2*[>b4] >d3']
      tab  -,3:a1[|b2* >d3'[|x4*']]  1:a1[|b2* >d3' |x4]  2:a1[|b2*[|x4*] >d3']
      embed  -,3:a1[|b2* >d3'[+x4']]  1:a1[|b2* >d3' +x4]  2:a1[|b2*[+x4] >d3']
      replace  -,3:a1[|b2* >x4']  1:x4'  2:a1[|x4* >d3']
      replace by b  -,3:a1[|b2* >b4']  1:b4'  2:a1[|b4* >d3']
      close  1:nothing below  2:a1[>d3']  3:a1'[|b2*']
      back to a  -,2,3:a1'[|b2*']  1:nothing below
      back to b  -,2,3:not below  1:nothing below
      select b  -,1,2,3:join 2

    a1'[+b2' +c3']
      push or modal  -,1,2,3:a1[+b2 +c3 >x4']
      push b unless visible  -,1,2,3:a1[+b2 +c3 >b4']
      tab  -,1:a1'[+b2' +c3' |x4*']  2:a1'[+b2'[|x4*'] +c3']  3:a1'[+b2' +c3'[|x4*']]
      embed  -,1:a1'[+b2' +c3' +x4']  2:a1'[+b2'[+x4'] +c3']  3:a1'[+b2' +c3'[+x4']]
      replace  -,1:x4'  2:a1'[+x4' +c3']  3:a1'[+b2' +x4']
      replace by b  -,1:b4'  2:a1'[+b4' +c3']  3:beside
      close  1:nothing below  2:a1'[+c3']  3:a1'[+b2']
      back to a  -,1:nothing below  2,3:join 1
      back to b  -,1:nothing below  2,3:not below
      select b  -,1,2,3:closed

    a1[+b2[+c3] >d4']
      push or modal  -,4:a1[+b2[+c3] >d4[>x5']]  1,2,3:covered
      push b unless visible  -,4:a1[+b2[+c3] >d4[>b5']]  1,2,3:covered
      tab  -,4:a1[+b2[+c3] >d4'[|x5*']]  1:a1[+b2[+c3] >d4' |x5*]  2:a1[+b2[+c3 |x5*] >d4']  3:a1[+b2[+c3[|x5*]] >d4']
      embed  -,4:a1[+b2[+c3] >d4'[+x5']]  1:a1[+b2[+c3] >d4' +x5]  2:a1[+b2[+c3 +x5] >d4']  3:a1[+b2[+c3[+x5]] >d4']
      replace  -,4:a1[+b2[+c3] >x5']  1:x5'  2:a1[+x5 >d4']  3:a1[+b2[+x5] >d4']
      replace by b  -,4:a1[+b2[+c3] >b5']  1:b5'  2:a1[+b5 >d4']  3:a1[+b2[+b5] >d4']
      close  1:nothing below  2:a1[>d4']  3:a1[+b2 >d4']  4:a1'[+b2'[+c3']]
      back to a  -,2,3,4:a1'[+b2'[+c3']]  1:nothing below
      back to b  -,2,4:not below  1:nothing below  3:join 2
      select b  -,1,2,3,4:closed

    a1[>b2'[|c3*[>d4']]]
      push or modal  -,4:a1[>b2'[|c3*[>d4[>x5']]]]  1,3:covered  2:a1[>b2[|c3*[>d4] >x5']]
      push b unless visible  -,4:a1[>b2'[|c3*[>d4[>b5']]]]  1:join 2  2:a1[>b2[|c3*[>d4] >b5']]  3:covered
      tab  -,4:a1[>b2'[|c3*[>d4'[|x5*']]]]  1:a1[>b2'[|c3*[>d4']] |x5*]  2:a1[>b2'[|c3*[>d4'] |x5]]  3:a1[>b2'[|c3*[>d4' |x5*]]]
      embed  -,4:a1[>b2'[|c3*[>d4'[+x5']]]]  1:a1[>b2'[|c3*[>d4']] +x5]  2:a1[>b2'[|c3*[>d4'] +x5']]  3:a1[>b2'[|c3*[>d4' +x5]]]
      replace  -,4:a1[>b2'[|c3*[>x5']]]  1:x5'  2:a1[>x5']  3:a1[>b2'[|x5*']]
      replace by b  -,4:a1[>b2'[|c3*[>b5']]]  1:b5'  2:a1[>b5']  3:a1[>b2'[|b5*']]
      close  1:nothing below  2:a1'  3:a1[>b2']  4:a1[>b2'[|c3*']]
      back to a  -,2,3,4:a1'  1:nothing below
      back to b  -,4:a1[>b2'[|c3*']]  1:nothing below  2:not below  3:join 2
      select b  -,1,2,3,4:closed

    a1'[|b2*' +c3']
      push or modal  -,2:a1'[|b2*[>x4'] +c3']  1,3:a1[|b2* +c3 >x4']
      push b unless visible  -,1,2,3:join 2
      tab  -,2:a1'[|b2*'[|x4*'] +c3']  1:a1'[|b2*' +c3' |x4]  3:a1'[|b2*' +c3'[|x4*']]
      embed  -,2:a1'[|b2*'[+x4'] +c3']  1:a1'[|b2*' +c3' +x4']  3:a1'[|b2*' +c3'[+x4']]
      replace  -,2:a1'[|x4*' +c3']  1:x4'  3:a1'[|b2*' +x4']
      replace by b  -:join 2  1:b4'  2:a1'[|b4*' +c3']  3:a1'[|b2*' +b4']
      close  1:nothing below  2:a1'[+c3']  3:a1'[|b2*']
      back to a  -,2,3:join 1  1:nothing below
      back to b  -,2,3:not below  1:nothing below
      select b  -,1,2,3:join 2

    a1'[+b2'[|c3*']]
      push or modal  -,1,2:a1[+b2[|c3*] >x4']  3:a1'[+b2'[|c3*[>x4']]]
      push b unless visible  -,1,2:a1[+b2[|c3*] >b4']  3:a1'[+b2'[|c3*[>b4']]]
      tab  -,1:a1'[+b2'[|c3*'] |x4*']  2:a1'[+b2'[|c3*' |x4]]  3:a1'[+b2'[|c3*'[|x4*']]]
      embed  -,1:a1'[+b2'[|c3*'] +x4']  2:a1'[+b2'[|c3*' +x4']]  3:a1'[+b2'[|c3*'[+x4']]]
      replace  -,1:x4'  2:a1'[+x4']  3:a1'[+b2'[|x4*']]
      replace by b  -,1:b4'  2:a1'[+b4']  3:a1'[+b2'[|b4*']]
      close  1:nothing below  2:a1'  3:a1'[+b2']
      back to a  -,1:nothing below  2,3:join 1
      back to b  -,1:nothing below  2:not below  3:join 2
      select b  -,1,2,3:closed

    a1'[+b2'[|c3*[>d4']]]
      push or modal  -,1,2:a1[+b2[|c3*[>d4]] >x5']  3:covered  4:a1'[+b2'[|c3*[>d4[>x5']]]]
      push b unless visible  -,1,2:a1[+b2[|c3*[>d4]] >b5']  3:covered  4:a1'[+b2'[|c3*[>d4[>b5']]]]
      tab  -,1:a1'[+b2'[|c3*[>d4']] |x5*']  2:a1'[+b2'[|c3*[>d4'] |x5]]  3:a1'[+b2'[|c3*[>d4' |x5*]]]  4:a1'[+b2'[|c3*[>d4'[|x5*']]]]
      embed  -,1:a1'[+b2'[|c3*[>d4']] +x5']  2:a1'[+b2'[|c3*[>d4'] +x5']]  3:a1'[+b2'[|c3*[>d4' +x5]]]  4:a1'[+b2'[|c3*[>d4'[+x5']]]]
      replace  -,1:x5'  2:a1'[+x5']  3:a1'[+b2'[|x5*']]  4:a1'[+b2'[|c3*[>x5']]]
      replace by b  -,1:b5'  2:a1'[+b5']  3:a1'[+b2'[|b5*']]  4:a1'[+b2'[|c3*[>b5']]]
      close  1:nothing below  2:a1'  3:a1'[+b2']  4:a1'[+b2'[|c3*']]
      back to a  -,1:nothing below  2,3:join 1  4:a1'[+b2'[|c3*']]
      back to b  -,1:nothing below  2:not below  3:join 2  4:a1'[+b2'[|c3*']]
      select b  -,1,2,3,4:closed
    """.components(separatedBy: "\n\n")
}
