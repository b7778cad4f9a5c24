import FlowDiagnostics
import FlowSyntax

/// The simulated orgs that flows could run against, each made ready when a flow first asks for it.
struct OrgTables {
  private let numbers: NameTable
  private(set) var located: [WordID: Program.Located<Org>] = [:]
  private var tables: [WordID: OrgTable?] = [:]
  private var ofEngine: [String: [OrgTable]] = [:]
  /// The org that was asked for last: most flows of a script run against one.
  private var last: (name: WordID, tables: [OrgTable])?

  init(_ numbers: NameTable) { self.numbers = numbers }

  var isEmpty: Bool { located.isEmpty }

  /// Takes the orgs of a program.
  mutating func collect(_ orgs: some Sequence<Program.Located<Org>>) {
    for org in orgs { located[numbers.exact(org.node.name, org.script.source.bytes)] = org }
  }

  /// What an org has, by the number of its name; `nil` where that isn't known.
  mutating func table(_ name: WordID, _ options: CheckOptions) -> OrgTable? {
    if let known = tables[name] { return known }
    let table = located[name].flatMap { org in
      options.orgWords(org).map { OrgTable(org.script.text(org.node.name), $0, numbers) }
    }
    tables[name] = .some(table)
    return table
  }

  /// The org of a name alone, by its number; none where it isn't known what it has.
  mutating func only(_ name: WordID, _ options: CheckOptions) -> [OrgTable] {
    if let last, last.name == name { return last.tables }
    let tables = table(name, options).map { [$0] } ?? []
    last = (name, tables)
    return tables
  }

  /// What all orgs of an engine have; `nil` where nobody asked yet.
  func tables(of engine: String) -> [OrgTable]? { ofEngine[engine] }

  /// Makes the orgs of an engine ready: by name, none where nothing is known of one.
  mutating func prepare(
    _ names: [WordID], of engine: String, _ options: CheckOptions
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
