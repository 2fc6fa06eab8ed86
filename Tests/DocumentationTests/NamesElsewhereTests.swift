import BuiltPackage
import Foundation
import Testing

/// The names of other libraries: the compiler answers each with the name here, and the tables of names agree with it.
@Suite struct NamesElsewhereTests {
  /// A name, a use of it, and the name here that the error has to contain.
  private static let uses: [(name: String, code: String, answer: String)] = [
    ("producer", "_ = property.producer", "'signal'"),
    ("skipRepeats", "_ = property.skipRepeats()", "'removeDuplicates()'"),
    ("combineLatest", "_ = property.combineLatest(with: property)", "'Property.combineLatest(a, b) { ($0, $1) }'"),
    ("accept", "property.accept(1)", "'value'"),
    ("onNext", "input.onNext(1)", "'send(_:)'"),
    ("send", "input.send(value: 1)", "'send(_:)'"),
    ("onCompleted", "input.onCompleted()", "'complete()'"),
    ("sendCompleted", "input.sendCompleted()", "'complete()'"),
    ("onError", "sink.onError(Boom())", "'fail(_:)'"),
    ("send", "sink.send(error: Boom())", "'fail(_:)'"),
    ("errors", "_ = command.errors", "'failures'"),
    ("completed", "_ = command.completed", "'completions'"),
    ("store", "ints.start().store(in: bag)", "'stored(in:)'"),
    ("store", "ints.start().store(in: &set)", "'stored(in:)'"),
    ("disposed", "ints.start().disposed(by: bag)", "'stored(in:)'"),
    ("sink", "_ = ints.sink { print($0) }", "'observeValues(_:)'"),
    ("startWithValues", "_ = ints.startWithValues { print($0) }", "'observeValues(_:)'"),
    ("subscribe", "_ = ints.subscribe(onNext: { print($0) })", "'observeValues(_:)'"),
    ("sink", "_ = failing.sink { _ in } receiveValue: { print($0) }", "'observe(_:)'"),
    ("start", "_ = failing.start { print($0) }", "'observe(_:)'"),
    ("concatMap", "_ = ints.concatMap { .just($0) }", "'flatMap'"),
    ("flatMapFirst", "_ = ints.flatMapFirst { .just($0) }", "'flatMap'"),
    ("flatMapLatest", "_ = ints.flatMapLatest { .just($0) }", "'flatMap'"),
    ("switchToLatest", "_ = ints.map { Ints.just($0) }.switchToLatest()", "'flatMap'"),
    ("assign", "_ = ints.assign(to: \\.value, on: box)", "'bind(to: target)"),
    ("asDriver", "_ = ints.asDriver()", "'observe(on: .ui)'"),
    ("observeForUI", "_ = ints.observeForUI()", "'observe(on: .ui)'"),
    ("receive", "_ = ints.receive(on: DispatchQueue.main)", "'observe(on:)'"),
    ("receive", "_ = ints.receive(on: .main)", "'observe(on:)'"),
    ("distinctUntilChanged", "_ = ints.distinctUntilChanged()", "'removeDuplicates()'"),
    ("skipRepeats", "_ = ints.skipRepeats()", "'removeDuplicates()'"),
    ("skipNil", "_ = optionals.skipNil().map { $0 + 1 }", "'compactMap { $0 }'"),
    ("take", "_ = ints.take(1)", "'prefix(_:)'"),
    ("take", "_ = ints.take(first: 1)", "'prefix(_:)'"),
    ("take", "_ = ints.take(while: { $0 > 1 })", "'prefix(while:)'"),
    ("take", "_ = ints.take(until: ints)", "'prefix(until:)'"),
    ("prefix", "_ = ints.prefix(untilOutputFrom: ints)", "'prefix(until:)'"),
    ("skip", "_ = ints.skip(1).map { $0 + 1 }", "'dropFirst(_:)'"),
    ("skip", "_ = ints.skip(first: 1)", "'dropFirst(_:)'"),
    ("skip", "_ = ints.skip(while: { $0 > 1 })", "'drop(while:)'"),
    ("startWith", "_ = ints.startWith(1)", "'prepend(_:)'"),
    ("ifEmpty", "_ = ints.ifEmpty(default: 1)", "'replaceEmpty(with:)'"),
    ("ignoreElements", "_ = ints.ignoreElements()", "'ignoreValues()'"),
    ("ignoreOutput", "_ = ints.ignoreOutput()", "'ignoreValues()'"),
    ("toArray", "_ = ints.toArray()", "'collect()'"),
    ("append", "_ = ints.append(ints)", "'concat(_:)'"),
    ("withLatestFrom", "_ = ints.withLatestFrom(ints)", "'withLatest(from:)'"),
    ("replayLazily", "_ = ints.replayLazily(upTo: 1)", "'share(replay:once:)'"),
    ("share", "_ = ints.share(replay: 1, scope: .whileConnected)", "'share(replay:once:)'"),
    ("flatMapError", "_ = failing.flatMapError { _ in ints }", "'catch(_:)'"),
    ("mapError", "_ = failing.mapError { $0 }", "'mapFailure(_:)'"),
    ("combineLatest", "_ = ints.combineLatest(with: ints)", "'Signal.combineLatest(a, b) { ($0, $1) }'"),
    ("zip", "_ = ints.zip(with: ints)", "'Signal.zip(a, b) { ($0, $1) }'"),
    ("merge", "_ = ints.merge(with: ints)", "'Signal.merge(a, b)'"),
    ("replaceError", "_ = failing.replaceError(with: 1)", "'catchToValue(_:)'"),
    ("catchAndReturn", "_ = failing.catchAndReturn(1)", "'catchToValue(_:)'"),
    ("attemptMap", "_ = ints.attemptMap { $0 + 1 }", "'tryMap(_:)'"),
    ("promoteError", "_ = ints.promoteError(Boom.self)", "'promoteFailure(to:)'"),
    ("setFailureType", "_ = ints.setFailureType(to: Boom.self)", "'promoteFailure(to:)'"),
    ("retry", "_ = failing.retry(upTo: 1)", "'retry(_:)'"),
    ("do", "_ = ints.do(onNext: { print($0) })", "'doValue(_:)'"),
    ("doOnNext", "_ = ints.doOnNext { print($0) }", "'doValue(_:)'"),
    ("on", "_ = ints.on(value: { print($0) })", "'doValue(_:)'"),
    ("handleEvents", "_ = ints.handleEvents(receiveOutput: { print($0) })", "'doValue(_:)'"),
    ("debug", "_ = ints.debug()", "'log(_:)'"),
    ("logEvents", "_ = ints.logEvents()", "'log(_:)'"),
    ("eraseToAnyPublisher", "_ = ints.eraseToAnyPublisher()", "nothing is erased"),
  ]

  private static let common = """
    import Foundation
    import Signals
    struct Boom: Error {}
    final class Box { var value = 0 }
    typealias Ints = Signal<Int, Never>
    let ints = Ints.never, failing = Signal<Int, Boom>.never, optionals = Signal<Int?, Never>.never, bag = DisposeBag()
    let property = MutableProperty(0), input = Ints.pipe().input, sink = Signal<Int, Boom>.pipe().input
    let command = Command<Void, Int, Boom> { failing }
    """

  /// The declared names, one for each declaration.
  private static func declared() throws -> [String] {
    try Document("Sources/Signals/NamesElsewhere.swift").text
      .matches(of: /public (?:static )?(?:func|var) `?(\w+)/).map { String($0.1) }
  }

  @Test("the compiler answers each name with the one here") func answers() async throws {
    let lines = Self.uses.enumerated().map { "func f\($0)(_ box: Box, _ set: inout Set<Int>) { \($1.code) }\n" }
    let output = try await Compiler().typeCheck(
      ["Common": Self.common, "Uses": "import Foundation\nimport Signals\n" + lines.joined()])
    let errors = output.text.split(separator: "\n").filter { $0.contains(" error: ") }
    for (number, use) in Self.uses.enumerated() {
      let own = errors.filter { $0.contains("Uses.swift:\(number + 3):") }
      #expect(own.contains { $0.contains(use.answer) }, "\(use.code)\n\(own.joined(separator: "\n"))")
    }
    #expect(errors.filter { $0.contains("Common.swift:") } == [])
  }

  @Test("each declaration is used above") func uses() throws {
    #expect(Self.uses.map(\.name).sorted() == (try Self.declared()).sorted())
  }

  /// Names in the tables that are not declared: Swift has a function `print`, and `error` is the name of many values.
  private static let exceptions: Set = ["print", "error"]

  @Test("the tables have each declared name, and each name in them is declared or is one here") func tables() throws {
    let pages = Document.all.filter { $0.path.contains("/Migrating/") }, declared = Set(try Self.declared())
    let rows = pages.flatMap { $0.text.split(separator: "\n") }.filter { $0.hasPrefix("| ") }
      .map { $0.split(separator: "|") }
    let words = Set(rows.flatMap { $0[0].matches(of: /\w+/).map { String($0.0) } })
    #expect(declared.subtracting(words) == [])
    let names = rows.filter { !$0[1].contains("—") }.flatMap { row in
      row[0].matches(of: /`([a-z]\w*)(?:\(| \{|`)/).map { String($0.1) }
    }
    let here = Set(pages.flatMap { $0.program.matches(of: /\w+/).map { String($0.0) } })
    #expect(Set(names).subtracting(declared).subtracting(here).subtracting(Self.exceptions) == [])
  }
}
