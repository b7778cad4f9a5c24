package import FlowHTTP

/// A remark about a part of an export that isn't in the org, or differs there.
package struct ImportRemark: Sendable, Hashable {
  /// The severity of a remark.
  package enum Kind: String {
    /// The org decides differently from the exported org, or may do so.
    ///
    /// If no `unknown` of the org stands for the part, it is also a `gap`.
    case warning
    /// A part is omitted, but no decision differs.
    case note
  }

  package var kind: Kind
  /// The path of the file.
  package var file: String
  /// The location in the file, such as `$[2].conditions.elCondition`.
  package var path: String
  /// One sentence about the part.
  package var message: String

  /// The remark as a comment's line, without the folder of the file.
  package var comment: String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return "\(name), \(path): \(message)"
  }

  /// The remark as JSON.
  package var json: JSON {
    [
      "kind": .string(kind.rawValue), "file": .string(file), "path": .string(path),
      "message": .string(message),
    ]
  }
}

/// Records which values of an export were read, and collects remarks.
///
/// Every converter reads values through `Exported`, which records them here. Values that no
/// converter read are reported. So nothing is dropped silently, even if a newer version of the API
/// adds it.
package final class ImportLedger {
  package private(set) var remarks: [ImportRemark] = []
  private var told: Set<ImportRemark> = []
  /// The subject that is being read, such as the name of a rule.
  var subject = ""
  /// The parts that may decide differently and that nothing in the org stands for.
  private(set) var gaps: [String] = []
  private var knownGaps: Set<String> = []
  /// The gaps that exceeded the maximum.
  private(set) var moreGaps: [String] = []
  /// The maximum number of gaps to name.
  private static let gapsMax = 100
  /// The parts that an org has only as text.
  private(set) var details: [String] = []
  private var knownDetails: Set<String> = []
  /// The maximum number of details to keep.
  private static let detailsMax = 2_000
  /// The number of remarks that exceeded the maximum and were dropped.
  package private(set) var untold = 0
  /// The values that were read, and the values that were read with all of their contents.
  private var read: Set<ExportPlace.Key> = []
  private var readWhole: Set<ExportPlace.Key> = []
  /// The arrays and objects of which a converter requested an element or a member.
  private var looked: Set<ExportPlace.Key> = []

  /// Creates an empty ledger.
  package init() {}

  /// The maximum number of remarks to keep.
  ///
  /// A file with many faults could produce one for every three bytes.
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

  /// Records that a part of the export may decide differently, and that nothing in the org stands
  /// for it.
  func addGap(at value: Exported, isWhole: Bool) {
    let kind = [subject, isWhole ? "" : value.spot.shortPath].filter { !$0.isEmpty }.joined(
      separator: ": ")
    let gap = UnknownReason(kind.isEmpty ? "export" : kind, value.json).text
    guard knownGaps.insert(gap).inserted else { return }
    if gaps.count < ImportLedger.gapsMax { gaps.append(gap) } else { moreGaps.append(gap) }
  }

  /// Records a part that an org has only as text.
  func addDetail(at value: Exported) {
    let kind = [subject, value.spot.shortPath].filter { !$0.isEmpty }.joined(separator: ": ")
    let own = value.json.withoutIdentity.canonical(hasOnlySets: false)
    let text = UnknownReason(kind.isEmpty ? "export" : kind, own).text
    guard knownDetails.insert(text).inserted else { return }
    guard details.count < ImportLedger.detailsMax else {
      return addGap(at: value, isWhole: false)
    }
    details.append(text)
  }

  /// Returns the remarks after the first `count`, as comments.
  package func comments(since count: Int) -> [String] { remarks[count...].map(\.comment) }

  /// Records that an element or a member of a value was requested.
  func noteLooked(_ value: Exported) { looked.insert(value.spot.key) }

  /// Reports every value within another one that wasn't read.
  ///
  /// If no part of a value was requested, the value is reported as a whole. A value that is `null`
  /// or empty isn't reported.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isHarmless: Whether such parts make no difference to any decision.
  func reportUnread(_ value: Exported, isHarmless: Bool = false) {
    guard !readWhole.contains(value.spot.key) else { return }
    for (_, part) in value.parts { tellUnread(part, isHarmless) }
  }

  private func tellUnread(_ value: Exported, _ isHarmless: Bool) {
    let key = value.spot.key
    guard !readWhole.contains(key), !value.json.isNothing else { return }
    switch value.json {
    case .array where looked.contains(key), .object where looked.contains(key):
      for (_, part) in value.parts { tellUnread(part, isHarmless) }
    default:
      guard !read.contains(key) else { return }
      let message = "an org has no equivalent of this"
      if isHarmless { value.note(message) } else { value.warn(message) }
    }
  }
}
