public import FlowDiagnostics

extension SourceFile {
  /// The text in the one form that scripts are written in; `nil` where it has mistakes, so that
  /// nothing is guessed.
  ///
  /// Comments stay, and so do breaks of lines and single blank lines. Two spaces a block, one space
  /// between words; the actions of rules that follow each other stand in a column, and so do the
  /// values of names. What is on one line stays on one, unless it is longer than a line may be.
  public func formatted() -> String? {
    let (script, diagnostics) = Script.parse(self)
    guard diagnostics.allSatisfy({ $0.severity == .warning }) else { return nil }
    let columns = FormatColumns(script)
    let items = FormatItem.all(of: self, settings: columns.settings)
    var opened: Set<UInt32> = []
    var split: Set<UInt32> = []
    // A line that is too long is opened at its blocks, then at its semicolons; each pass opens what
    // the one before has found, so that there are no more passes than blocks within each other.
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
