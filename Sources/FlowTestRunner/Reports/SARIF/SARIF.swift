import FlowSyntax
package import FlowHTTP

/// The parts that logs of a check and of a test run share in the Static Analysis Results
/// Interchange Format (OASIS SARIF, version 2.1.0).
package enum SARIF {
  /// The address of the schema.
  package static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  /// Returns a message.
  package static func text(_ text: String) -> JSON { ["text": .string(text)] }

  // MARK: Rules

  /// The manual's text about a kind of problem.
  package struct Explanation {
    /// The title.
    package var title: String
    /// What the problem means.
    package var meaning: String
    /// The fix.
    package var cure: String

    /// Creates an explanation.
    package init(title: String, meaning: String, cure: String) {
      self.title = title
      self.meaning = meaning
      self.cure = cure
    }
  }

  /// Returns a rule: a kind of problem, with the manual's text about it.
  ///
  /// - Parameters:
  ///   - id: The name of the kind.
  ///   - level: The severity of such a problem: `error` or `warning`.
  ///   - explanation: The manual's text about it.
  /// - Returns: An object of the log.
  package static func rule(_ id: String, level: String, _ explanation: Explanation) -> JSON {
    [
      "id": .string(id),
      "shortDescription": text(explanation.title),
      "fullDescription": text(unwrapped(explanation.meaning)),
      "help": text(unwrapped(explanation.cure)),
      "defaultConfiguration": ["level": .string(level)],
    ]
  }

  /// Returns a page's text without the line ends that fit it to a terminal.
  private static func unwrapped(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  // MARK: Locations

  /// Returns a file.
  package static func artifact(_ file: String) -> JSON {
    ["uri": .string(uri(file))]
  }

  /// Returns a region: lines and columns from 1, the end after the last character; bytes from 0.
  ///
  /// - Parameter place: A problem or a label as JSON.
  /// - Returns: The region; `nil` if it has no location.
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

  /// Returns the physical location of a problem or a label; `nil` if it has no location.
  package static func location(_ place: JSON) -> JSON? {
    guard let file = place["file"]?.string, let region = region(place) else { return nil }
    return ["artifactLocation": artifact(file), "region": region]
  }

  /// Returns the location of a label, with its text.
  package static func related(_ label: JSON) -> JSON? {
    location(label).map { location in
      ["physicalLocation": location, "message": text(label["text"]?.string ?? "")]
    }
  }

  /// Returns a path as a URI (RFC 3986): a relative path as it is, an absolute one with the scheme
  /// `file`.
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
