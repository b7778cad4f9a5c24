import FlowWire

/// Something of an export that isn't in the org, or isn't there as it was.
struct ImportRemark: Sendable, Hashable {
  /// How much it matters.
  enum Kind: String {
    /// The org decides something otherwise than the export, or may.
    case warning
    /// Something is left out, and nothing is decided otherwise.
    case note
  }

  var kind: Kind
  /// The file.
  var file: String
  /// Where in the file, such as `$[2].conditions.elCondition`.
  var path: String
  /// What isn't there, in a sentence.
  var message: String

  /// The line of a comment; the path of the file is for whoever imports.
  var comment: String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return "\(name), \(path): \(message)"
  }

  /// For programs.
  var json: JSON {
    [
      "kind": .string(kind.rawValue), "file": .string(file), "path": .string(path),
      "message": .string(message),
    ]
  }
}

/// Which values of an export were read, and what there is to say of the others.
///
/// Whoever converts something reads it through `Exported`, which notes each value here; what is left
/// then is told. So nothing is dropped in silence, whatever a newer version of the API adds.
final class ImportLedger {
  private(set) var remarks: [ImportRemark] = []
  private var told: Set<ImportRemark> = []
  /// How many remarks there are besides those that are kept.
  private(set) var untold = 0
  /// Values that were read, and values that were read with all that is in them.
  private var read: Set<ExportPlace.Key> = []
  private var readWhole: Set<ExportPlace.Key> = []

  /// How many remarks are kept: a file of nothing but faults has one at every third byte.
  private static let remarksMax = 10_000

  func note(_ value: Exported, whole: Bool) {
    if whole { readWhole.insert(value.spot.key) } else { read.insert(value.spot.key) }
  }

  func add(_ kind: ImportRemark.Kind, _ message: String, at value: Exported) {
    guard remarks.count < ImportLedger.remarksMax else {
      untold += 1
      return
    }
    let remark = ImportRemark(kind: kind, file: value.file, path: value.path, message: message)
    if told.insert(remark).inserted { remarks.append(remark) }
  }

  /// What there is to say since there were so many remarks.
  func comments(since count: Int) -> [String] { remarks[count...].map(\.comment) }

  /// Tells every value below another that nobody has read: the outermost ones alone.
  ///
  /// What is `null` or empty says nothing.
  func reportUnread(_ value: Exported) {
    guard !readWhole.contains(value.spot.key) else { return }
    for (_, child) in value.members {
      for left in unread(child).values {
        add(.warning, "this has no place in an org", at: left)
      }
    }
  }

  private func unread(_ value: Exported) -> (values: [Exported], hasRead: Bool) {
    if readWhole.contains(value.spot.key) { return ([], true) }
    switch value.json {
    case .null: return ([], false)
    case .array, .object:
      var values: [Exported] = []
      var hasRead = false
      for (_, child) in value.members {
        let (more, isRead) = unread(child)
        values += more
        hasRead = hasRead || isRead
      }
      return (hasRead || values.isEmpty ? values : [value], hasRead)
    default:
      return read.contains(value.spot.key) ? ([], true) : ([value], false)
    }
  }
}
