import FlowDiagnostics
import FlowSyntax
import FlowText
import FlowHTTP

/// Formats a script, and returns the edits.
struct FormattingRequest: DocumentRequest {
  let server: LanguageServer

  func formatting(_ params: MessageParams) throws(ServerError) -> JSON {
    let document = try server.document(params).document
    // A script with mistakes isn't changed. The client has already received the mistakes.
    guard let text = document.source.formatted() else { return .null }
    return .array(edits(of: document, to: text))
  }

  /// The edit of the changed lines.
  ///
  /// The common lines at the beginning and the end stay.
  private func edits(of document: OpenDocument, to text: String) -> [JSON] {
    let old = document.source.bytes
    let new = Array(text.utf8)
    guard old != new else { return [] }
    var start = zip(old, new).prefix { $0 == $1 }.count
    // The change starts at the beginning of a line.
    while start > 0, old[start - 1] != 0x0A { start -= 1 }
    var end = 0
    let most = min(old.count, new.count) - start
    while end < most, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    // It ends at the end of a line, so that the rest begins with a whole line.
    while end > 0, old.count - end > 0, old[old.count - end - 1] != 0x0A { end -= 1 }
    while end > 0, new.count - end > 0, new[new.count - end - 1] != 0x0A { end -= 1 }
    let range = SourceRange(UInt32(start), UInt32(old.count - end))
    let lines = new[start..<(new.count - end)]
    return [
      [
        "range": server.json(range, document.lines),
        "newText": .string(String(decoding: lines, as: UTF8.self)),
      ]
    ]
  }

  // MARK: A range of lines

  /// The maximum number of lines of both texts that are compared one by one.
  private static let comparedMax = 4_000

  /// Returns the edits of the changed lines in a range.
  ///
  /// Other lines stay, so columns may not be aligned with them.
  func rangeFormatting(_ params: MessageParams) throws(ServerError) -> JSON {
    let document = try server.document(params).document
    let range = try params.range
    let start = document.lines.offset(range.start)
    let end = max(start, document.lines.offset(range.end))
    guard let text = document.source.formatted() else { return .null }
    let old = Self.lines(of: document.source.bytes)
    let new = Self.lines(of: Array(text.utf8))
    let first = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - first
    let last = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    let before = Array(old[first..<(old.count - last)])
    let after = Array(new[first..<(new.count - last)])
    guard before.count + after.count <= Self.comparedMax else {
      throw ServerError(
        .requestFailed, "too many lines differ: format the whole document instead")
    }
    let place = last < old.count ? old[old.count - last - 1].endIndex : 0
    let changes = Self.changes(from: before, to: after, before: place)
    return .array(
      changes.filter { Int($0.range.start) <= end && start <= Int($0.range.end) }.map {
        [
          "range": server.json($0.range, document.lines),
          "newText": .string(String(decoding: $0.text, as: UTF8.self)),
        ]
      })
  }

  /// A replacement of some lines.
  private struct LineChange {
    var range: SourceRange
    var text: [UInt8]
  }

  /// The lines of a text, each with its line break.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  /// Returns the changes that turn the lines `old` into the lines `new`.
  ///
  /// Lines added after the last old line are inserted at the byte offset `place`.
  private static func changes(
    from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>], before place: Int
  ) -> [LineChange] {
    var changes: [LineChange] = []
    var text: [UInt8] = []
    var gone: Range<Int>?
    func end(at place: Int) {
      guard gone != nil || !text.isEmpty else { return }
      let range = gone ?? place..<place
      changes.append(
        LineChange(
          range: SourceRange(UInt32(range.lowerBound), UInt32(range.upperBound)), text: text))
      (text, gone) = ([], nil)
    }
    for step in LineStep.all(from: old, to: new) {
      switch step {
      case .same(let line): end(at: line.startIndex)
      case .old(let line): gone = (gone?.lowerBound ?? line.startIndex)..<line.endIndex
      case .new(let line): text += line
      }
    }
    end(at: place)
    return changes
  }
}
