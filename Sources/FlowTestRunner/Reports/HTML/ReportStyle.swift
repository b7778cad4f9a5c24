import FlowHTTP

/// How the page of a report looks.
enum ReportStyle {
  static let text = """
    \(PagePalette.text)
    h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
    h2 { font-size: 1.05rem; margin: 0 0 .6rem; }
    h3 { font-size: .95rem; margin: .9rem 0 .3rem; color: var(--soft); font-weight: normal; }
    h4 { font-size: .95rem; margin: .8rem 0 .2rem; }
    h1 small { display: block; }
    small, .soft { color: var(--soft); font-weight: normal; font-size: .9rem; }
    section.card {
      background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
      padding: .9rem 1rem; margin: 0 0 1rem; min-width: 0;
    }
    p { margin: 0 0 .4rem; }
    .gap { color: var(--bad); font-weight: 600; }
    .bar { display: block; width: 100%; height: .8rem; margin: .2rem 0 .6rem; border-radius: .4rem; }
    .bar .none { fill: var(--line); }
    .passed { --mark: var(--good); }
    .flaky, .known { --mark: light-dark(#8a5a00, #f0c060); }
    .failed, .unexpected, .broken { --mark: var(--bad); }
    .missed { --mark: var(--soft); }
    .bar rect { fill: var(--mark); }
    dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem .8rem; margin: .4rem 0; }
    dt { color: var(--soft); }
    dd { margin: 0; }
    [role=search] { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; }
    label { display: inline-flex; gap: .4rem; align-items: center; min-height: 2.25rem; }
    .show { margin: 0 1rem 0 .3rem; }
    input[type=checkbox] { vertical-align: middle; width: 1.1rem; height: 1.1rem; accent-color: var(--accent); }
    .ask { display: none; white-space: nowrap; }
    .script .ask { display: inline-flex; flex: 1 1 14rem; }
    select, input[type=search] {
      font: inherit; padding: .35rem .5rem; min-height: 2.4rem; min-width: 0; width: 100%;
      border-radius: .45rem; border: 1px solid var(--line); background: var(--ground); color: var(--text);
    }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    a { color: var(--accent); }
    .flow { border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 2.6rem; }
    .flow > summary {
      display: flex; flex-wrap: wrap; gap: .1rem .7rem; align-items: baseline;
      cursor: pointer; padding: .45rem 0;
    }
    .flow > summary::before { content: "▸"; color: var(--soft); }
    .flow[open] > summary::before { content: "▾"; }
    .flow > summary > b { flex: 1 1 16rem; font-weight: 600; }
    .mark {
      color: var(--mark); border: 1px solid currentColor; border-radius: 1em; padding: 0 .6em;
      font-size: .85rem; min-width: 5.2em; text-align: center;
    }
    .tag { color: var(--soft); border: 1px solid var(--line); border-radius: 1em; padding: 0 .5em; font-size: .85rem; }
    .told, .flow > noscript { display: block; padding: 0 0 .8rem 1.2rem; }
    .path { overflow-x: auto; }
    .path text { font: 12px ui-monospace, monospace; fill: var(--text); }
    .path .other { fill: var(--soft); }
    .path path { fill: none; stroke: var(--soft); }
    .path .taken { fill: var(--ground); stroke: var(--accent); }
    .path .offer { stroke-dasharray: 3 3; stroke: var(--soft); }
    .path .end { fill: var(--ground); stroke: var(--mark); stroke-width: 2; }
    ol, ul { margin: .3rem 0; padding-left: 1.6rem; }
    .holds::marker { content: "✓ "; color: var(--good); }
    .fails::marker { content: "✗ "; color: var(--bad); }
    code, pre { font: .85rem/1.4 ui-monospace, monospace; }
    pre {
      overflow-x: auto; margin: .4rem 0; padding: .6rem .7rem; border-radius: .45rem;
      background: var(--ground); border: 1px solid var(--line);
    }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: .3rem .8rem .3rem 0; vertical-align: top; font-weight: normal; }
    td.count { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    thead th { color: var(--soft); font-size: .9rem; }
    tbody tr { border-top: 1px solid var(--line); }
    meter { width: 100%; min-width: 4rem; }
    details > summary { cursor: pointer; }
    @media print {
      :root { color-scheme: light; }
      body { max-width: none; padding: 0; font-size: 11pt; }
      [role=search], .show, input { display: none; }
      section.card { border: 0; padding: 0; }
      .flow { content-visibility: visible; break-inside: avoid; }
      pre { white-space: pre-wrap; }
    }
    @media (forced-colors: active) { .mark, .tag { border-color: currentColor; } }

    """
    + FlowReport.Status.allCases.map { status in
      "#show-\(status.rawValue):not(:checked) ~ .file .flow.\(status.rawValue) { display: none; }\n"
    }.joined()
}
