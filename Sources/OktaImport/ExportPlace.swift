import FlowSyntax

/// The location of a value in an export: a file, and a path in it.
///
/// The path is built on demand: every value has a location, and an export has many values.
package final class ExportPlace {
  /// One step of a path.
  package enum Step: Hashable {
    case name(String)
    case index(Int)
  }

  /// The identity of a location, regardless of how it was reached.
  package struct Key: Hashable {
    fileprivate var first: Int
    fileprivate var second: Int
  }

  package let file: String
  package let key: Key
  private let parent: ExportPlace?
  private let step: Step?

  /// The whole of a file.
  package init(_ file: String) {
    self.file = file
    parent = nil
    step = nil
    key = Key(first: file.hashValue, second: 0)
  }

  /// The location of an element of an array or a member of an object.
  package init(in parent: ExportPlace, _ step: Step) {
    file = parent.file
    self.parent = parent
    self.step = step
    var hasher = Hasher()
    hasher.combine(parent.key)
    hasher.combine(step)
    let first = hasher.finalize()
    hasher = Hasher()
    hasher.combine(step)
    hasher.combine(first)
    hasher.combine(parent.key.second)
    key = Key(first: first, second: hasher.finalize())
  }

  /// The path, as RFC 9535 writes it.
  package var path: String {
    var steps: [String] = []
    var place: ExportPlace? = self
    while let step = place?.step {
      steps.append(ExportPlace.text(step))
      place = place?.parent
    }
    return "$" + steps.reversed().joined()
  }

  /// The name of the nearest enclosing member, or of the value itself; empty for the whole of a
  /// file.
  var name: String {
    switch step {
    case .name(let name)?: name
    case .index?: parent?.name ?? ""
    case nil: ""
    }
  }

  /// The file's own name and the path, for a comment.
  package var comment: String {
    "\(file.split(separator: "/").last.map(String.init) ?? file), \(path)"
  }

  /// A step as text (section 2.5.1): a name with special characters appears in brackets.
  private static func text(_ step: Step) -> String {
    switch step {
    case .index(let index): return "[\(index)]"
    case .name(let name):
      let shown = name.utf8.count <= longest ? name : String(name.prefix(longest)) + "…"
      let isPlain = shown.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
      }
      let isShort = isPlain && shown.utf8.first.map { $0 > 0x39 } ?? false
      return isShort ? "." + shown : "[\(TextLiteral.quoted(shown))]"
    }
  }

  /// The longest part of a name that is shown.
  private static let longest = 60
}
