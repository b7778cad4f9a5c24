import FlowHTTP

/// How the page looks: one column on a phone, two on a wide screen, light or dark as the system is.
enum PageStyle {
  static let text = """
    \(PagePalette.text)
    header { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; }
    h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
    h1 small, th small { color: var(--soft); font-weight: normal; font-size: .85em; }
    h2 { font-size: 1.05rem; margin: 0 0 .6rem; }
    h3 { font-size: 1rem; margin: 0; }
    .state { margin: 0 0 .5rem; color: var(--soft); font-size: .9rem; }
    .script .state::before {
      content: ""; display: inline-block; width: .6em; height: .6em; margin-right: .4em;
      border-radius: 50%; background: var(--good);
    }
    .lost .state { color: var(--bad); }
    .lost .state::before { background: var(--bad); }
    .script .noscript { display: none; }
    .heard {
      position: absolute; width: 1px; height: 1px; overflow: hidden;
      clip-path: inset(50%); white-space: nowrap;
    }
    main { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
    section {
      background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
      padding: .9rem 1rem; min-width: 0;
    }
    @media (min-width: 60rem) {
      main { grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); align-items: start; grid-template-rows: auto auto 1fr; }
      #phones { grid-column: 1; grid-row: 1; }
      #inbox { grid-column: 1; grid-row: 2 / span 2; }
      #sign-ins { grid-column: 2; grid-row: 1 / span 3; }
      #users, #client, .wide { grid-column: 1 / -1; }
    }
    ul.cards { list-style: none; margin: 0; padding: 0; }
    ul.cards > li + li { border-top: 1px solid var(--line); margin-top: .7rem; padding-top: .7rem; }
    p { margin: 0 0 .4rem; }
    .none, time, .kind { color: var(--soft); font-size: .9rem; }
    .none { margin: 0; }
    time { white-space: nowrap; }
    .to { margin: 0; }
    code { font: .95em ui-monospace, monospace; }
    .code { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center; margin: .2rem 0; }
    .code code { font-size: 1.5rem; letter-spacing: .12em; user-select: all; }
    .number strong { font-size: 1.5rem; }
    .copy { display: none; }
    .script .copy { display: inline-block; }
    button {
      font: inherit; padding: .35rem .9rem; min-height: 2.4rem; border-radius: .45rem;
      border: 1px solid var(--line); background: var(--ground); color: var(--text); cursor: pointer;
    }
    button:hover { border-color: var(--accent); }
    button.good { border-color: var(--good); color: var(--good); font-weight: 600; }
    button.bad { border-color: var(--bad); color: var(--bad); font-weight: 600; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    a { color: var(--accent); }
    form { margin: 0; display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: center; }
    form.all, form.add { margin-top: .7rem; }
    form.add { border-top: 1px solid var(--line); padding-top: .7rem; align-items: end; }
    label { display: inline-flex; flex-direction: column; color: var(--soft); font-size: .9rem; min-width: 0; max-width: 100%; }
    label:has(input) { flex: 1 1 16rem; }
    select, input {
      font: inherit; font-size: 1rem; padding: .35rem .5rem; min-height: 2.4rem; min-width: 0; max-width: 100%;
      border-radius: .45rem; border: 1px solid var(--line); background: var(--ground); color: var(--text);
    }
    .problem { flex: 1 0 100%; }
    .problem:empty { display: none; }
    .tag, .count {
      display: inline-block; padding: 0 .5em; border-radius: 1em; border: 1px solid var(--line);
      font-size: .85rem; color: var(--soft);
    }
    .tag.good { color: var(--good); border-color: currentColor; }
    .tag.open { color: var(--accent); border-color: currentColor; }
    .count { border: 0; }
    summary { cursor: pointer; padding: .2rem 0; }
    ol { margin: .4rem 0 0; padding-left: 1.6rem; }
    ol > li { padding: .1rem 0; }
    ol > li.none { list-style: none; }
    .says { color: var(--soft); margin: 0; }
    .error { color: var(--bad); margin: 0; }
    dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem .8rem; margin: .4rem 0; }
    dt { color: var(--soft); }
    dd { margin: 0; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: .4rem .6rem .4rem 0; vertical-align: top; font-weight: normal; }
    thead th { color: var(--soft); font-size: .9rem; }
    tbody tr { border-top: 1px solid var(--line); }
    @media (max-width: 40rem) {
      thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
      table, tbody, tr, th, td { display: block; }
      tbody tr { padding: .5rem 0; }
      tbody th, td { padding: .1rem 0; }
      td[data-label]:not(:empty)::before {
        content: attr(data-label) ": "; color: var(--soft); font-size: .9rem;
      }
    }
    @media (forced-colors: active) { button, .tag { border-color: currentColor; } }

    """
}
