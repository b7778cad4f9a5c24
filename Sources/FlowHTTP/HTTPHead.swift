import FlowText

/// The status line of a response (RFC 9112, section 4).
struct HTTPStatusLine: Hashable {
  /// The digit after `HTTP/1.`.
  var minorVersion: Int
  /// The status code.
  var status: Int

  init(minorVersion: Int, status: Int) {
    self.minorVersion = minorVersion
    self.status = status
  }

  /// Parses a line without its end.
  init(_ line: ArraySlice<UInt8>) throws(TransportFailure) {
    let version = line.prefix(8)
    let code = line.dropFirst(9).prefix(3)
    let rest = line.dropFirst(12)
    guard version.starts(with: "HTTP/1.".utf8), let minor = version.dropFirst(7).first,
      ASCII.isDigit(minor), line.dropFirst(8).first == UInt8(ascii: " "), code.count == 3,
      code.allSatisfy(ASCII.isDigit), rest.isEmpty || rest.first == UInt8(ascii: " "),
      let status = Int(String(decoding: code, as: UTF8.self)), status >= 100
    else { throw .malformed("the response doesn't begin with an HTTP/1.1 status line") }
    self.init(minorVersion: Int(minor - UInt8(ascii: "0")), status: status)
  }
}

extension HTTPHeaders {
  /// Appends a field line without its end (RFC 9112, section 5).
  mutating func append(line: ArraySlice<UInt8>) throws(TransportFailure) {
    guard line.allSatisfy(HTTPField.isValueByte) else { throw .badField }
    // A folded line continues the previous one (section 5.2).
    if line.first == 0x20 || line.first == 0x09 {
      guard !fields.isEmpty else { throw .badField }
      fields[fields.count - 1].value += " " + HTTPField.trimmed(line)
      return
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), HTTPField.isToken(line[..<colon])
    else { throw .badField }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    fields.append(Field(name, HTTPField.trimmed(line[(colon + 1)...])))
  }

  /// Returns the body's length; `nil` if the header doesn't state a length.
  ///
  /// If several lengths are given, they must be equal.
  func contentLength() throws(TransportFailure) -> Int? {
    let values = all("Content-Length").flatMap {
      Array($0.utf8).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }
    guard !values.isEmpty else { return nil }
    let lengths = Set(values.map { HTTPField.trimmed($0) })
    guard lengths.count == 1, let text = lengths.first, text.utf8.allSatisfy(ASCII.isDigit),
      let length = Int(text)
    else { throw .malformed("the response's lengths are invalid, or differ") }
    return length
  }

  /// Whether the comma-separated values of a header contain a word.
  func lists(_ name: String, _ word: String) -> Bool {
    all(name).contains { value in
      Array(value.utf8).split(separator: UInt8(ascii: ",")).contains {
        HTTPHeaders.same(HTTPField.trimmed($0), word)
      }
    }
  }
}

/// The syntax of header names and values (RFC 9110, section 5).
enum HTTPField {
  /// Whether a byte is valid in a value: no control character except the tab.
  static func isValueByte(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
  }

  static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { ASCII.isLetterOrDigit($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// Returns a text without leading and trailing spaces and tabs.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}

extension TransportFailure {
  static let badField = TransportFailure.malformed("a header field of the response is invalid")
}
