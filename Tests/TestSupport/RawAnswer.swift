package import FlowHTTP

/// A response, read from its bytes.
package struct RawAnswer {
  /// The number of the status.
  package var status: Int
  /// The lines of the head after the first, verbatim.
  package var fields: [(name: String, value: String)]
  /// The bytes of the body.
  package var body: [UInt8]

  /// The value of a field by its exact spelling.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The body as a text.
  package var text: String { String(decoding: body, as: UTF8.self) }
  /// The body as JSON; `null` if it isn't JSON.
  package var json: JSON { (try? JSON(parsing: body)) ?? .null }

  /// The responses in the bytes, one after the other.
  package static func all(of bytes: [UInt8]) -> [RawAnswer] {
    var answers: [RawAnswer] = []
    var rest = bytes[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        .split(separator: "\r\n").map(String.init)
      let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      let fields = lines.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (String(parts[0]), parts.count > 1 ? String(parts[1].dropFirst()) : "")
      }
      rest = rest[end.upperBound...]
      let length = fields.first { $0.0 == "Content-Length" }.flatMap { Int($0.1) } ?? 0
      answers.append(RawAnswer(status: status, fields: fields, body: Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return answers
  }
}
