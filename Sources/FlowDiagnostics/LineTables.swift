/// The line tables of several files, each made when it is first needed.
package struct LineTables: Sendable {
  private var tables: [SourceFile: LineTable] = [:]

  /// Makes an empty set of tables.
  package init() {}

  private mutating func prepare(_ source: SourceFile) {
    if tables[source] == nil { tables[source] = LineTable(source) }
  }

  /// The line and column of an offset.
  package mutating func position(
    _ offset: UInt32, in source: SourceFile
  ) -> LineTable.Position {
    prepare(source)
    return tables[source]?.position(of: offset) ?? LineTable.Position(line: 1, column: 1)
  }

  /// The line, starting from 1, that contains an offset.
  package mutating func line(of offset: UInt32, in source: SourceFile) -> Int {
    prepare(source)
    return tables[source]?.line(of: offset) ?? 1
  }

  mutating func bytes(of line: Int, in source: SourceFile) -> Range<Int> {
    prepare(source)
    return tables[source]?.bytes(of: line) ?? 0..<0
  }
}
