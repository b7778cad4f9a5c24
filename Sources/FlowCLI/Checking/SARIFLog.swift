import FlowSyntax
import FlowWire

/// Problems in the Static Analysis Results Interchange Format (OASIS SARIF, version 2.1.0).
///
/// It is made of the problems' JSON, whose texts are masked already.
struct SARIFLog {
  private var results: [JSON] = []
  /// The ids that occurred, in the order of their first problem.
  private var ids: [Problem.ID] = []

  /// Adds a problem.
  ///
  /// - Parameters:
  ///   - diagnostic: The problem.
  ///   - problem: The same as JSON.
  mutating func add(_ diagnostic: Diagnostic, _ problem: JSON) {
    let index = ids.firstIndex(of: diagnostic.id) ?? ids.count
    if index == ids.count { ids.append(diagnostic.id) }
    var members: [JSONObject.Member] = [
      .init("ruleId", .string(diagnostic.id.rawValue)), .init("ruleIndex", .integer(index)),
      .init("level", .string(diagnostic.severity.rawValue)),
      .init("message", text(CheckFormat.message(problem))),
    ]
    if let location = SARIFLog.location(problem) {
      members.append(.init("locations", [["physicalLocation": location]]))
      let related = (problem["labels"]?.array ?? []).compactMap(related)
      if !related.isEmpty { members.append(.init("relatedLocations", .array(related))) }
      let fixes = diagnostic.fixes.map { fix($0, problem) }
      if !fixes.isEmpty { members.append(.init("fixes", .array(fixes))) }
    }
    results.append(.object(JSONObject(members: members)))
  }

  /// The log: one run of this program.
  var json: JSON {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "flow", "version": .string(version),
              "rules": .array(ids.map(rule)),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "results": .array(results),
        ]
      ],
    ]
  }

  private func rule(_ id: Problem.ID) -> JSON {
    let page = id.page
    return [
      "id": .string(id.rawValue),
      "shortDescription": text(page.title),
      "fullDescription": text(SARIFLog.unwrapped(page.meaning)),
      "help": text(SARIFLog.unwrapped(page.mending)),
      "defaultConfiguration": ["level": .string(id.severity.rawValue)],
    ]
  }

  /// A page's text without the line ends that fit it to a terminal.
  private static func unwrapped(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  private func text(_ text: String) -> JSON { ["text": .string(text)] }

  // MARK: Places

  private func related(_ label: JSON) -> JSON? {
    SARIFLog.location(label).map { location in
      ["physicalLocation": location, "message": text(label["text"]?.string ?? "")]
    }
  }

  private static func location(_ place: JSON) -> JSON? {
    guard let file = place["file"]?.string, let region = region(place) else { return nil }
    return ["artifactLocation": artifact(file), "region": region]
  }

  private static func artifact(_ file: String) -> JSON {
    ["uri": .string(SARIFLog.uri(file))]
  }

  /// A place: lines and columns from 1, the end behind the last character; bytes from 0.
  private static func region(_ place: JSON) -> JSON? {
    guard let start = place["start"], let end = place["end"],
      let first = start["offset"]?.integer, let last = end["offset"]?.integer
    else { return nil }
    return [
      "startLine": start["line"] ?? 1, "startColumn": start["column"] ?? 1,
      "endLine": end["line"] ?? 1, "endColumn": end["column"] ?? 1,
      "byteOffset": .integer(first), "byteLength": .integer(last - first),
    ]
  }

  private func fix(_ fix: Fix, _ problem: JSON) -> JSON {
    let region = SARIFLog.region(problem) ?? .null
    return [
      "description": text("Write `\(fix.word)`"),
      "artifactChanges": [
        [
          "artifactLocation": SARIFLog.artifact(problem["file"]?.string ?? ""),
          "replacements": [
            ["deletedRegion": region, "insertedContent": text(fix.text)]
          ],
        ]
      ],
    ]
  }

  /// A path as a URI (RFC 3986): relative as it is, or of the scheme `file`.
  private static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = path.utf8.first == UInt8(ascii: "/") ? Array("file://".utf8) : []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
