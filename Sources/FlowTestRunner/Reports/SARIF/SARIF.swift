import FlowSyntax
package import FlowHTTP

/// Makes the parts that the SARIF logs of `flow check` and of test runs share (OASIS SARIF, version
/// 2.1.0).
package enum SARIF {
  /// The address of the JSON Schema.
  package static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  /// Returns a message object.
  package static func text(_ text: String) -> JSON { ["text": .string(text)] }

  // MARK: Rules

  /// The text of the manual about a kind of problem.
  package struct Explanation {
    /// The title.
    package var title: String
    /// What the problem means.
    package var meaning: String
    /// How to fix the problem.
    package var cure: String

    /// Creates an explanation.
    package init(title: String, meaning: String, cure: String) {
      self.title = title
      self.meaning = meaning
      self.cure = cure
    }
  }

  /// Returns a SARIF rule, which describes a kind of problem.
  ///
  /// - Parameters:
  ///   - id: The id of the kind.
  ///   - level: The severity of the problems: `error` or `warning`.
  ///   - explanation: The text of the manual.
  /// - Returns: The rule as a JSON object.
  package static func rule(_ id: String, level: String, _ explanation: Explanation) -> JSON {
    [
      "id": .string(id),
      "shortDescription": text(explanation.title),
      "fullDescription": text(unwrapped(explanation.meaning)),
      "help": text(unwrapped(explanation.cure)),
      "defaultConfiguration": ["level": .string(level)],
    ]
  }

  /// Removes the line breaks that wrap a manual page for terminals.
  private static func unwrapped(_ text: String) -> String {
    var whole = ""
    var isAfterBlank = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        isAfterBlank = !whole.isEmpty
        continue
      }
      // The elements of a list, and paragraphs, keep lines of their own.
      if !whole.isEmpty { whole += isAfterBlank || line.hasPrefix("- ") ? "\n" : " " }
      whole += line.drop { $0 == " " }
      isAfterBlank = false
    }
    return whole
  }

  // MARK: Locations

  /// Returns the location object of a file.
  package static func artifact(_ file: String) -> JSON {
    ["uri": .string(uri(file))]
  }

  /// Returns the region of a problem or a label.
  ///
  /// Lines and columns start at 1, and the end is the column after the last character. Bytes start
  /// at 0.
  ///
  /// - Parameter place: The problem or label as JSON.
  /// - Returns: The region; `nil` if the problem or label has no location.
  package static func region(_ place: JSON) -> JSON? {
    guard let start = place["start"], let end = place["end"],
      let first = start["offset"]?.integer, let last = end["offset"]?.integer
    else { return nil }
    return [
      "startLine": start["line"] ?? 1, "startColumn": start["column"] ?? 1,
      "endLine": end["line"] ?? 1, "endColumn": end["column"] ?? 1,
      "byteOffset": .integer(first), "byteLength": .integer(last - first),
    ]
  }

  /// Returns the physical location of a problem or label; `nil` if it has no location.
  package static func location(_ place: JSON) -> JSON? {
    guard let file = place["file"]?.string, let region = region(place) else { return nil }
    return ["artifactLocation": artifact(file), "region": region]
  }

  /// Returns the location of a label with the label's text; `nil` if it has no location.
  package static func related(_ label: JSON) -> JSON? {
    location(label).map { location in
      ["physicalLocation": location, "message": text(label["text"]?.string ?? "")]
    }
  }

  /// Returns a path as a URI (RFC 3986).
  ///
  /// An absolute path gets the scheme `file`.
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
