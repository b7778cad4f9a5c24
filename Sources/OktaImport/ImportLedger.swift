package import FlowHTTP

/// A part of an export that isn't in the org, or differs there.
package struct ImportRemark: Sendable, Hashable {
  /// The severity of a remark.
  package enum Kind: String {
    /// The org decides differently than the export, or may do so.
    case warning
    /// Something is left out, but no decision differs.
    case note
  }

  package var kind: Kind
  /// The file.
  package var file: String
  /// The location in the file, such as `$[2].conditions.elCondition`.
  package var path: String
  /// The message, in one sentence.
  package var message: String

  /// The remark as the line of a comment, without the folder of the file.
  package var comment: String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return "\(name), \(path): \(message)"
  }

  /// The remark for programs.
  package var json: JSON {
    [
      "kind": .string(kind.rawValue), "file": .string(file), "path": .string(path),
      "message": .string(message),
    ]
  }
}

/// Records which values of an export were read, and the remarks about the others.
///
/// Every converter reads values through `Exported`, which records them here. Values that were never
/// read are reported. So nothing is dropped silently, even if a newer version of the API adds it.
package final class ImportLedger {
  package private(set) var remarks: [ImportRemark] = []
  private var told: Set<ImportRemark> = []
  /// The number of remarks beyond those that are kept.
  package private(set) var untold = 0
  /// The values that were read, and the values that were read with all their contents.
  private var read: Set<ExportPlace.Key> = []
  private var readWhole: Set<ExportPlace.Key> = []
  /// The arrays and objects from which something was requested.
  private var looked: Set<ExportPlace.Key> = []

  /// Creates an empty ledger.
  package init() {}

  /// The number of remarks that are kept.
  ///
  /// A file of faults could produce one for every three bytes.
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

  /// Returns the remarks after the first `count`, as comments.
  package func comments(since count: Int) -> [String] { remarks[count...].map(\.comment) }

  /// Records that the contents of a value were requested.
  func noteLooked(_ value: Exported) { looked.insert(value.spot.key) }

  /// Reports every value below another that wasn't read.
  ///
  /// A value whose contents were never requested is reported as a whole.
  ///
  /// A value that is `null` or empty isn't reported.
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
