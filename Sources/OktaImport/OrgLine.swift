/// A line of an org's script, with its block, its source in the export, and its comments.
final class OrgLine {
  /// The action if the checker refuses the line.
  enum Refusal {
    case line
    /// The enclosing block is omitted, because without the line it would mean something else.
    case block
    /// The line becomes `deny`, because no user can meet its requirement.
    case deny
  }

  private(set) var text: String
  private let refusal: Refusal
  private(set) var block: [OrgLine]?
  /// The source of the line in the export; `nil` if there is none.
  let source: Exported?
  private var comments: [String]
  /// The subject that was read when the line was made.
  private let subject: String
  private weak var parent: OrgLine?
  /// Whether the line is written as a comment.
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
    subject = source?.ledger.subject ?? ""
    for line in block ?? [] { line.parent = self }
  }

  /// Creates a line that is only a comment.
  convenience init(comment: String) {
    self.init("", nil, comments: [comment])
    isOff = true
  }

  /// The location in the export that the line, or the nearest enclosing one, comes from; `nil` if
  /// there is none.
  var place: ExportPlace? { source?.spot ?? parent?.place }

  /// A copy of the line and its block, without comments.
  var copy: OrgLine {
    OrgLine(text, source, block: block?.map(\.copy), refusal: refusal)
  }

  /// Adds a comment above the line.
  func say(_ comment: String) { comments.append(comment) }

  /// Adds lines at the end of the block.
  func append(_ lines: [OrgLine]) {
    for line in lines { line.parent = self }
    block = (block ?? []) + lines
  }

  /// Makes the line a comment.
  func turnOff() { isOff = true }

  /// Handles the checker's refusal of the line, and reports the line's source.
  ///
  /// - Parameters:
  ///   - reason: The error.
  ///   - whole: Whether to remove the outermost enclosing block.
  func refuse(_ reason: String, whole: Bool = false) {
    // The org's own line has no parent.
    guard let parent else { return }
    guard !isOff, !whole || parent.parent == nil else {
      parent.refuse(reason, whole: whole)
      return
    }
    let place = source ?? parent.source
    place?.ledger.subject = subject
    if refusal == .deny, reason.contains("can never meet this") {
      // The rule denies everyone in the real org, too.
      place?.note("no user can do this: access is denied")
    } else {
      place?.warn("an org can't have this: \(reason)")
    }
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

  /// Writes the line, its comments and its block.
  ///
  /// - Parameters:
  ///   - lines: Receives the lines, each with its source.
  ///   - isCompact: Whether short blocks are written on one line.
  ///   - depth: The number of enclosing blocks.
  ///   - off: The depth of the outermost block that is a comment; `nil` if none is.
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

  /// Whether the line has neither comments nor a block.
  private var isPlain: Bool { !isOff && comments.isEmpty && block == nil }

  /// The maximum length of a line in characters.
  private static let width = 96
}
