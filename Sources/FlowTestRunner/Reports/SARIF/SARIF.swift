import FlowSyntax
package import FlowHTTP

/// The parts of a log in the Static Analysis Results Interchange Format (OASIS SARIF, version 2.1.0)
/// that logs of a check and of a test run have in common.
package enum SARIF {
  /// Where its schema stands.
  package static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  /// A message.
  package static func text(_ text: String) -> JSON { ["text": .string(text)] }

  // MARK: Rules

  /// What a manual says about a kind of problem.
  package struct Explanation {
    /// A few words.
    package var title: String
    /// What the problem means.
    package var meaning: String
    /// How to fix it.
    package var cure: String

    /// Makes an explanation.
    package init(title: String, meaning: String, cure: String) {
      self.title = title
      self.meaning = meaning
      self.cure = cure
    }
  }

  /// A rule: a kind of problem, with what the manual says about it.
  ///
  /// - Parameters:
  ///   - id: The name of the kind.
  ///   - level: How serious such a problem is: `error` or `warning`.
  ///   - explanation: What the manual says about it.
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

  /// A page's text without the line ends that fit it to a terminal.
  private static func unwrapped(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  // MARK: Places

  /// A file.
  package static func artifact(_ file: String) -> JSON {
    ["uri": .string(uri(file))]
  }

  /// A place: lines and columns from 1, the end behind the last character; bytes from 0.
  ///
  /// - Parameter place: A problem or a label as JSON.
  /// - Returns: The region; `nil` where it has no place.
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

  /// The physical location of a problem or a label; `nil` where it has no place.
  package static func location(_ place: JSON) -> JSON? {
    guard let file = place["file"]?.string, let region = region(place) else { return nil }
    return ["artifactLocation": artifact(file), "region": region]
  }

  /// The location of a label, with its text.
  package static func related(_ label: JSON) -> JSON? {
    location(label).map { location in
      ["physicalLocation": location, "message": text(label["text"]?.string ?? "")]
    }
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
