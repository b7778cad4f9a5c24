/// The settings of an org with an example of one setting, and without it.
package struct SettingTrial {
  /// A block that examples are put into.
  package struct Block: Sendable {
    let head: String
    let lines: [String]

    /// Makes a block.
    ///
    /// - Parameters:
    ///   - head: What precedes its braces.
    ///   - lines: The settings that it needs.
    package init(_ head: String, _ lines: String...) {
      self.head = head
      self.lines = lines
    }
  }

  /// The settings that precede the blocks.
  private let base: String
  /// The blocks, by their names and those of the blocks around them.
  private let blocks: [String: Block]
  private let path: [String]

  /// Makes a trial.
  ///
  /// - Parameters:
  ///   - path: The names of the blocks around a setting and its own.
  ///   - base: The settings of the org that precede the blocks.
  ///   - blocks: The blocks, by their names and those of the blocks around them.
  package init(of path: [String], base: String, blocks: [String: Block]) {
    self.path = path
    self.base = base
    self.blocks = blocks
  }

  /// The settings without an example.
  package var without: String { text(nil, dropping: []) }

  /// The settings with an example.
  ///
  /// - Parameters:
  ///   - example: The line of the setting.
  ///   - names: The settings of its block that it can't be next to.
  /// - Returns: The settings as text.
  package func with(_ example: String, insteadOf names: [String]) -> String {
    text(example, dropping: names + [path[path.count - 1]])
  }

  private func text(_ example: String?, dropping names: [String]) -> String {
    var inner = example
    for depth in stride(from: path.count - 1, to: 0, by: -1) {
      let block = blocks[path[..<depth].joined(separator: " ")] ?? Block(path[depth - 1])
      let isInnermost = depth == path.count - 1
      let lines = block.lines.filter { line in
        !(isInnermost && example != nil && names.contains { line.hasPrefix("\($0) ") })
      }
      let settings = (lines + [inner].compactMap { $0 }).joined(separator: "; ")
      inner = "\(block.head) { \(settings) }"
    }
    return [base, inner ?? ""].joined(separator: "\n")
  }
}
