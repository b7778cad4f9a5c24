public import FlowDiagnostics

extension SourceFile {
  /// Returns the script in the standard format; `nil` if it has errors, because the formatter
  /// doesn't guess.
  ///
  /// Comments, line breaks and single blank lines are kept. Blocks are indented by two spaces, and
  /// words are separated by one space. The actions of adjacent rules are aligned, and so are the
  /// values of adjacent names. A statement on one line stays on one line unless it is too long.
  public func formatted() -> String? {
    let (script, diagnostics) = Script.parse(self)
    guard diagnostics.allSatisfy({ $0.severity == .warning }) else { return nil }
    let columns = FormatColumns(script)
    let items = FormatItem.all(of: self, settings: columns.settings)
    var opened: Set<UInt32> = []
    var split: Set<UInt32> = []
    // Lines that are too long are split at their blocks, or else at their semicolons. Each pass
    // splits the lines of the previous pass, so nested blocks need as many passes as their depth.
    for _ in 0...Parser.depthMax {
      var layout = FormatLayout(bytes: bytes, columns: columns, opened: opened, split: split)
      for item in items { layout.take(item) }
      let lines = layout.finish()
      var isChanged = false
      for line in lines where line.isTooLong {
        for block in line.blocks where opened.insert(block).inserted { isChanged = true }
        guard line.blocks.isEmpty else { continue }
        for mark in line.semicolons where split.insert(mark).inserted { isChanged = true }
      }
      if !isChanged { return FormatLine.text(of: lines) }
    }
    return nil
  }
}
