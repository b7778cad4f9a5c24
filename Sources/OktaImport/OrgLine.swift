/// A line of an org that is being written, with its block, what it came of, and what there is to say
/// of it.
final class OrgLine {
  /// What goes where the checker refuses the line.
  enum Refusal {
    case line
    /// The block that it is in, which would say something else without it.
    case block
    /// Nothing: the line becomes `deny`, for the authenticators can't meet what it asks for.
    case deny
  }

  private(set) var text: String
  private let refusal: Refusal
  let block: [OrgLine]?
  /// What the line came of.
  let source: Exported?
  private var comments: [String]
  private weak var parent: OrgLine?
  /// Whether it stands there as a comment alone.
  private(set) var isOff = false

  init(
    _ text: String, _ source: Exported?, block: [OrgLine]? = nil, comments: [String] = [],
    refusal: Refusal = .line
  ) {
    self.text = text
    self.source = source
    self.block = block
    self.comments = comments
    self.refusal = refusal
    for line in block ?? [] { line.parent = self }
  }

  /// A comment that stands alone.
  convenience init(comment: String) {
    self.init("", nil, comments: [comment])
    isOff = true
  }

  /// Another line that says the same, without what was said of it.
  var copy: OrgLine {
    OrgLine(text, source, block: block?.map(\.copy), refusal: refusal)
  }

  /// Adds a comment above it.
  func say(_ comment: String) { comments.append(comment) }

  /// Makes it a comment.
  func turnOff() { isOff = true }

  /// Takes it out, in the way that changes least, and tells where it came from.
  ///
  /// - Parameters:
  ///   - reason: what is wrong with it.
  ///   - whole: whether the block that it is in goes with it.
  func refuse(_ reason: String, whole: Bool = false) {
    // Nothing is around the org itself.
    guard let parent else { return }
    guard !isOff, !whole || parent.parent == nil else {
      parent.refuse(reason, whole: whole)
      return
    }
    (source ?? parent.source)?.warn("an org can't have this: \(reason)")
    switch refusal {
    case .deny where text != "deny":
      comments.append("\(text): \(reason)")
      text = "deny"
    case .block where parent.parent != nil:
      parent.comments.append("left out: \(reason)")
      parent.turnOff()
    default:
      comments.append("left out: \(reason)")
      turnOff()
    }
  }

  // MARK: Writing

  /// Writes it, comments and all.
  ///
  /// - Parameters:
  ///   - lines: where it goes, each line with what it came of.
  ///   - isCompact: whether short blocks stand on one line.
  ///   - depth: how many blocks it is in.
  ///   - off: how many blocks there are around the outermost one that is a comment.
  func write(
    into lines: inout [(text: String, line: OrgLine)], isCompact: Bool = false, depth: Int = 0,
    off: Int? = nil
  ) {
    let outer = String(repeating: "  ", count: off ?? depth)
    for comment in comments {
      for text in OrgText.comment(comment) { lines.append((outer + text, self)) }
    }
    guard !text.isEmpty else { return }
    let off = off ?? (isOff ? depth : nil)
    var indent = String(repeating: "  ", count: depth)
    if let off {
      indent =
        String(repeating: "  ", count: off) + "# " + String(repeating: "  ", count: depth - off)
    }
    guard let block, !block.isEmpty else {
      for (index, part) in OrgText.wrapped(text, width: OrgLine.width - indent.count).enumerated() {
        lines.append((indent + (index == 0 ? "" : "  ") + part, self))
      }
      return
    }
    let inner = block.map(\.text).joined(separator: "; ")
    let line = "\(indent)\(text) { \(inner) }"
    if isCompact, depth > 0, block.allSatisfy(\.isPlain), line.count <= OrgLine.width {
      lines.append((line, self))
      return
    }
    lines.append((indent + text + " {", self))
    for line in block {
      line.write(into: &lines, isCompact: isCompact, depth: depth + 1, off: off)
    }
    lines.append((indent + "}", self))
  }

  /// Whether it is a line that nothing is said of.
  private var isPlain: Bool { !isOff && comments.isEmpty && block == nil }

  /// How long a line may be.
  private static let width = 96
}
