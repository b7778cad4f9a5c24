package import FlowHTTP

/// Something of an export that isn't in the org, or isn't there as it was.
package struct ImportRemark: Sendable, Hashable {
  /// How much it matters.
  package enum Kind: String {
    /// The org decides something otherwise than the export, or may.
    case warning
    /// Something is left out, and nothing is decided otherwise.
    case note
  }

  package var kind: Kind
  /// The file.
  package var file: String
  /// Where in the file, such as `$[2].conditions.elCondition`.
  package var path: String
  /// What isn't there, in a sentence.
  package var message: String

  /// The line of a comment; the path of the file is for whoever imports.
  package var comment: String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return "\(name), \(path): \(message)"
  }

  /// For programs.
  package var json: JSON {
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
package final class ImportLedger {
  package private(set) var remarks: [ImportRemark] = []
  private var told: Set<ImportRemark> = []
  /// How many remarks there are besides those that are kept.
  package private(set) var untold = 0
  /// Values that were read, and values that were read with all that is in them.
  private var read: Set<ExportPlace.Key> = []
  private var readWhole: Set<ExportPlace.Key> = []
  /// Arrays and objects of which something was asked for.
  private var looked: Set<ExportPlace.Key> = []

  /// Nothing was read yet.
  package init() {}

  /// How many remarks are kept: a file of nothing but faults has one at every third byte.
  private static let remarksMax = 10_000

  package func note(_ value: Exported, whole: Bool) {
    if whole { readWhole.insert(value.spot.key) } else { read.insert(value.spot.key) }
  }

  package func add(_ kind: ImportRemark.Kind, _ message: String, at value: Exported) {
    guard remarks.count < ImportLedger.remarksMax else {
      untold += 1
      return
    }
    let remark = ImportRemark(kind: kind, file: value.file, path: value.path, message: message)
    if told.insert(remark).inserted { remarks.append(remark) }
  }

  /// What there is to say since there were so many remarks.
  package func comments(since count: Int) -> [String] { remarks[count...].map(\.comment) }

  /// Notes that somebody has asked for what is in a value.
  func noteLooked(_ value: Exported) { looked.insert(value.spot.key) }

  /// Tells every value below another that nobody has read; what nobody has looked into is told as a
  /// whole.
  ///
  /// What is `null` or empty says nothing.
  func reportUnread(_ value: Exported) {
    guard !readWhole.contains(value.spot.key) else { return }
    for (_, part) in value.parts { tellUnread(part) }
  }

  private func tellUnread(_ value: Exported) {
    let key = value.spot.key
    guard !readWhole.contains(key), !value.json.isNothing else { return }
    switch value.json {
    case .array where looked.contains(key), .object where looked.contains(key):
      for (_, part) in value.parts { tellUnread(part) }
    default:
      if !read.contains(key) { add(.warning, "an org has no equivalent of this", at: value) }
    }
  }
}
