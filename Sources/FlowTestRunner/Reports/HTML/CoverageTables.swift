import FlowHTTP

/// The coverage of a run as tables: one for each org or script, with a row for each kind of item.
struct CoverageTables {
  let coverage: Coverage

  /// The section of the page.
  var html: HTML {
    let counted = coverage.counted
    let covered = counted.count { $0.hits > 0 }
    let subjects = CoverageTables.grouped(coverage.items, by: \.subject).map(html)
    return """
      <section class="card" id="coverage"><h2>Coverage \
      <small>\(RunSummary.percent(coverage.percent)): \(covered) of \(counted.count)</small></h2>
      \(subjects)</section>

      """
  }

  private func html(_ subject: String, _ items: [Coverage.Item]) -> HTML {
    let rows = CoverageTables.grouped(items, by: \.kind).map { kind, items -> HTML in
      let counted = items.filter { $0.unreachable == nil }
      let covered = counted.count { $0.hits > 0 }
      let percent = RunSummary.percent(Coverage(items: counted).percent)
      return """
        <tr><th scope="row">\(kind)</th><td class="count">\(covered) of \(counted.count)</td>\
        <td class="count">\(percent)</td><td><meter min="0" max="\(max(1, counted.count))" \
        value="\(counted.isEmpty ? 1 : covered)">\(percent)</meter></td></tr>

        """
    }
    let missing = items.filter { $0.unreachable == nil && $0.hits == 0 }
    let lists: [HTML] = [
      list("not covered", missing, isOpen: true) { _ in "" },
      list("unreachable, not counted", items.filter { $0.unreachable != nil }) {
        ": \($0.unreachable ?? "")"
      },
      list("covered", items.filter { $0.unreachable == nil && $0.hits > 0 }) {
        " <small>by \($0.hits)</small>"
      },
    ]
    return """
      <h3>\(subject)</h3>
      <table><thead><tr><th scope="col">kind</th><th scope="col">covered</th>\
      <th scope="col">share</th><th scope="col" aria-label="bar"></th></tr></thead><tbody>
      \(rows)</tbody></table>
      \(lists)
      """
  }

  private func list(
    _ name: HTML, _ items: [Coverage.Item], isOpen: Bool = false,
    _ more: (Coverage.Item) -> HTML
  ) -> HTML {
    guard !items.isEmpty else { return "" }
    let entries = items.map { item -> HTML in
      let place = [item.file, item.line.map(String.init)].compactMap { $0 }.joined(separator: ":")
      return "<li>\(item.kind): \(item.title)\(more(item)) <small>\(place)</small></li>\n"
    }
    let open: HTML = isOpen ? " open" : ""
    return
      "<details\(open)><summary>\(items.count) \(name)</summary><ul>\n\(entries)</ul></details>\n"
  }

  /// Returns the items in groups that have the same key, in the order of their first items.
  private static func grouped(
    _ items: [Coverage.Item], by key: (Coverage.Item) -> String
  ) -> [(String, [Coverage.Item])] {
    var places: [String: Int] = [:]
    var groups: [(String, [Coverage.Item])] = []
    for item in items {
      let name = key(item)
      if let place = places[name] {
        groups[place].1.append(item)
      } else {
        places[name] = groups.count
        groups.append((name, [item]))
      }
    }
    return groups
  }
}
