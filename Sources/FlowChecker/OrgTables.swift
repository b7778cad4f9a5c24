import FlowSyntax

/// The simulated orgs that flows could run against, each made ready when a flow first asks for it.
struct OrgTables {
  private(set) var located: [UInt64: Program.Located<Org>] = [:]
  private var tables: [UInt64: OrgTable?] = [:]
  private var ofEngine: [String: [OrgTable]] = [:]
  /// The org that was asked for last: most flows of a script run against one.
  private var last: (name: UInt64, tables: [OrgTable])?

  var isEmpty: Bool { located.isEmpty }

  /// Takes the orgs of a program.
  mutating func collect(_ orgs: some Sequence<Program.Located<Org>>) {
    for org in orgs { located[org.node.name.hash] = org }
  }

  /// What an org has, by the hash of its name; `nil` where that isn't known.
  mutating func table(_ name: UInt64, _ options: CheckOptions) -> OrgTable? {
    if let known = tables[name] { return known }
    let table = located[name].flatMap { org in
      options.orgWords(org).map { OrgTable(org.script.text(org.node.name), $0) }
    }
    tables[name] = .some(table)
    return table
  }

  /// The org of a name alone, by its hash; none where it isn't known what it has.
  mutating func only(_ name: UInt64, _ options: CheckOptions) -> [OrgTable] {
    if let last, last.name == name { return last.tables }
    let tables = table(name, options).map { [$0] } ?? []
    last = (name, tables)
    return tables
  }

  /// What all orgs of an engine have; `nil` where nobody asked yet.
  func tables(of engine: String) -> [OrgTable]? { ofEngine[engine] }

  /// Makes the orgs of an engine ready: by name, none where nothing is known of one.
  mutating func prepare(
    _ names: [UInt64], of engine: String, _ options: CheckOptions
  ) -> [OrgTable] {
    var found: [OrgTable] = []
    for name in names {
      if let table = table(name, options) { found.append(table) }
    }
    found = found.count == names.count ? found.sorted { $0.name < $1.name } : []
    ofEngine[engine] = found
    return found
  }
}
