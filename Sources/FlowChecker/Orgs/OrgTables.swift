import FlowDiagnostics
import FlowSyntax

/// The simulated orgs that flows can run against.
///
/// The contents of an org are read when they are first needed.
struct OrgTables {
  private let numbers: NameTable
  private(set) var located: [WordID: Program.Located<Org>] = [:]
  private var tables: [WordID: OrgTable?] = [:]
  private var ofEngine: [String: [OrgTable]] = [:]
  /// The latest result of `only`, because most flows of a script run against the same org.
  private var last: (name: WordID, tables: [OrgTable])?

  init(_ numbers: NameTable) { self.numbers = numbers }

  var isEmpty: Bool { located.isEmpty }

  /// Collects the orgs of a program.
  mutating func collect(_ orgs: some Sequence<Program.Located<Org>>) {
    for org in orgs { located[numbers.exact(org.node.name, org.script.source.bytes)] = org }
  }

  /// Returns the contents of an org, by the id of its name; `nil` if the contents are unknown.
  mutating func table(_ name: WordID, _ options: CheckOptions) -> OrgTable? {
    if let known = tables[name] { return known }
    let table = located[name].flatMap { org in
      options.orgWords(org).map { OrgTable(org.script.text(org.node.name), $0, numbers) }
    }
    tables[name] = .some(table)
    return table
  }

  /// Returns a list with only one org, by the id of its name; empty if its contents are unknown.
  mutating func only(_ name: WordID, _ options: CheckOptions) -> [OrgTable] {
    if let last, last.name == name { return last.tables }
    let tables = table(name, options).map { [$0] } ?? []
    last = (name, tables)
    return tables
  }

  /// Returns the contents of the orgs of an engine; `nil` if they aren't prepared yet.
  func tables(of engine: String) -> [OrgTable]? { ofEngine[engine] }

  /// Prepares the orgs of an engine, by the ids of their names.
  ///
  /// Returns an empty list if the contents of any of the orgs are unknown.
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
