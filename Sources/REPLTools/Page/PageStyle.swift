/// The style sheet of a page, for light and dark mode.
enum PageStyle {
  static let css = """
    :root { color-scheme: light dark; --page: #fff; --text: #1f2328; --quiet: #59636e; --line: #d0d7de; --soft: #f6f8fa;
    --link: #0550ae; --good: #116329; --bad: #a40e26; --old: #ffebe9; --new: #dafbe1; --mark: #0969da; --on-mark: #fff }
    @media (prefers-color-scheme: dark) { :root { --page: #0d1117; --text: #e6edf3; --quiet: #9198a1; --line: #3d444d;
    --soft: #151b23; --link: #79c0ff; --good: #56d364; --bad: #ff7b72; --old: #3c1618; --new: #12361f; --mark: #388bfd;
    --on-mark: #0d1117 } }
    body { margin: 0 auto; padding: 1rem; max-width: 72rem; background: var(--page); color: var(--text);
    font: 1rem/1.5 system-ui, sans-serif }
    pre, kbd, code, td, svg text { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
    a { color: var(--link) } :focus-visible { outline: 3px solid var(--mark); outline-offset: 2px }
    .skip { position: absolute; left: -99rem } .skip:focus { position: static }
    h1 { margin: 0 } h2 { font-size: 1.15rem } h3 { font-size: 1rem; margin: .6rem 0 .3rem }
    summary { cursor: pointer } summary h2, li > h3 { display: inline; overflow-wrap: anywhere }
    .flow { border-top: 1px solid var(--line); padding: .5rem 0 }
    .status { font-weight: 600; white-space: nowrap } .good { color: var(--good) } .bad { color: var(--bad) }
    .skipped { color: var(--quiet) }
    pre { margin: 0; padding: .6rem .8rem; overflow: auto; background: var(--soft); border: 1px solid var(--line);
    border-radius: 6px; font-size: .85rem }
    kbd { font-weight: 700; font-size: inherit } figure { margin: 0; min-width: 0 }
    figcaption, caption, th { color: var(--quiet); text-align: left; font-weight: 400; font-size: .9rem }
    .panes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: .8rem }
    .steps { list-style: none; margin: 0; padding: 0 } .step pre { min-height: 8rem }
    .controls { display: flex; gap: .5rem; align-items: baseline; flex-wrap: wrap } .controls[hidden] { display: none }
    button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--quiet); border-radius: 6px;
    padding: .2rem .8rem } button[aria-disabled="true"] { opacity: .5 }
    .scroll { overflow: auto; border: 1px solid var(--line); border-radius: 6px } .scroll svg { display: block; margin: 0 auto }
    table { width: 100%; border-collapse: collapse; table-layout: fixed; margin: .5rem 0; font-size: .85rem }
    td { border: 1px solid var(--line); padding: .1rem .5rem; white-space: pre-wrap; overflow-wrap: anywhere;
    vertical-align: top } .note td { color: var(--quiet) }
    del, ins { display: block; text-decoration: none } .mark { width: 1.8ch; padding: .1rem .3ch; text-align: center; color: var(--quiet);
    user-select: none }
    del { background: var(--old) } ins { background: var(--new) }
    svg text { font-size: 12px; fill: var(--text) } .marbles .time { fill: var(--quiet) }
    .band { fill: var(--soft) } .axis { stroke: var(--line) } .bar { fill: var(--mark); opacity: .45 }
    .value { fill: var(--mark) } .now .value { stroke: var(--text); stroke-width: 3 } svg .text { fill: var(--on-mark); text-anchor: middle }
    .began { fill: var(--page); stroke: var(--mark); stroke-width: 3 } .ended { stroke: var(--text); stroke-width: 3 }
    .cross { stroke: var(--bad); stroke-width: 3 } .map .name { font-weight: 700 }
    rect.screen { fill: var(--soft); stroke: var(--text) } .way { fill: none; stroke: var(--text); stroke-width: 1.5 }
    .head { fill: var(--text) } .missed { stroke-dasharray: 5 4 }
    """
}
