import Testing

/// A form in which a server can write a text that it received, made without the code under test.
struct Encoder: Sendable, CustomTestStringConvertible {
  let name: String
  let encode: @Sendable (String) -> String

  init(_ name: String, _ encode: @escaping @Sendable (String) -> String) {
    self.name = name
    self.encode = encode
  }

  var testDescription: String { name }

  // MARK: Parts

  static func padded(_ value: UInt32, _ radix: Int, _ width: Int, upper: Bool = false) -> String {
    let digits = String(value, radix: radix, uppercase: upper)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
  }

  /// Writes each character by a rule; a character without a rule stays unchanged.
  private static func each(
    _ name: String, _ rule: @escaping @Sendable (Unicode.Scalar) -> String?
  ) -> Encoder {
    Encoder(name) { text in text.unicodeScalars.map { rule($0) ?? String($0) }.joined() }
  }

  private static func percent(
    _ name: String, keeping kept: String, upper: Bool = true, words: Bool = true
  ) -> Encoder {
    each(name) { scalar in
      if words && isWord(scalar) || kept.unicodeScalars.contains(scalar) { return nil }
      return String(scalar).utf8.map { "%" + padded(UInt32($0), 16, 2, upper: upper) }.joined()
    }
  }

  private static func units(
    _ name: String, _ prefix: String, upper: Bool = false,
    if isEscaped: @escaping @Sendable (Unicode.Scalar) -> Bool = { _ in true }
  ) -> Encoder {
    each(name) { scalar in
      guard isEscaped(scalar) else { return nil }
      return String(scalar).utf16.map { prefix + padded(UInt32($0), 16, 4, upper: upper) }.joined()
    }
  }

  private static let jsonMarks: [Unicode.Scalar: String] = [
    "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r",
  ]

  private static func json(_ text: String) -> String {
    text.unicodeScalars.map { jsonMarks[$0] ?? String($0) }.joined()
  }

  private static func base64(_ bytes: [UInt8], url: Bool = false) -> String {
    let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + (url ? "-_" : "+/"))
    var bits = bytes.map { padded(UInt32($0), 2, 8) }.joined()
    while !bits.count.isMultiple(of: 6) { bits += "0" }
    var made = ""
    while !bits.isEmpty {
      if let index = Int(bits.prefix(6), radix: 2) { made.append(alphabet[index]) }
      bits.removeFirst(6)
    }
    while !url, !made.count.isMultiple(of: 4) { made += "=" }
    return made
  }

  private static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  // MARK: The table

  static let all: [Encoder] = addresses + pages + strings + digits + nested

  static let addresses: [Encoder] = [
    Encoder("unchanged") { $0 },
    percent("percent", keeping: "-._~"),
    percent("percent in lower case", keeping: "-._~", upper: false),
    percent("encodeURI", keeping: "-._~!*'();,/?:@&=+$#"),
    percent("every character in percent", keeping: "", words: false),
    percent("every character in lower percent", keeping: "", upper: false, words: false),
    Encoder("form") { percent("", keeping: "-._* ").encode($0).replacing(" ", with: "+") },
    Encoder("double percent") { text in
      percent("", keeping: "").encode(percent("", keeping: "").encode(text))
    },
    units("JavaScript's escape", "%u", upper: true) { !isWord($0) },
  ]

  static let pages: [Encoder] = [
    Encoder("Python and Java") { html($0) },
    each("Go and Spring, decimal") { isWord($0) ? nil : "&#\($0.value);" },
    each("every character in decimal") { "&#\($0.value);" },
    each("decimal with zeros") { "&#" + padded($0.value, 10, 7) + ";" },
    each("every character in upper hexadecimal") {
      "&#X" + padded($0.value, 16, 2, upper: true) + ";"
    },
    each("hexadecimal with zeros") { "&#x" + padded($0.value, 16, 6) + ";" },
    Encoder("Handlebars") {
      html($0).replacing("&#39;", with: "&#x27;").replacing("=", with: "&#x3D;")
        .replacing("`", with: "&#x60;")
    },
    Encoder("ASP.NET") { text in
      each("") { $0.value < 160 ? nil : "&#\($0.value);" }.encode(html(text))
        .replacing("+", with: "&#x2B;")
    },
    Encoder("PHP's htmlentities") { text in
      html(text).replacing("é", with: "&eacute;").replacing("ö", with: "&ouml;")
        .replacing("ß", with: "&szlig;")
    },
    Encoder("names of HTML 5") { text in
      html(text).replacing("/", with: "&sol;").replacing("+", with: "&plus;")
        .replacing("=", with: "&equals;").replacing(".", with: "&period;")
    },
    Encoder("twice for a page") { html(html($0)) },
  ]

  static let strings: [Encoder] = [
    Encoder("JSON") { json($0) },
    units("JSON, every character", "\\u"),
    units("JSON, every character in upper case", "\\u", upper: true),
    Encoder("Go's JSON") { text in
      units("", "\\u") { "<>&".unicodeScalars.contains($0) }.encode(json(text))
    },
    Encoder("JSON of Rails and .NET") { text in
      units("", "\\u", upper: true) { "<>&'+/".unicodeScalars.contains($0) || !$0.isASCII }
        .encode(json(text))
    },
    Encoder("JSON of PHP") { json($0).replacing("/", with: "\\/") },
    Encoder("JSON, every other character") { text in
      text.unicodeScalars.enumerated().map { index, scalar in
        index.isMultiple(of: 2)
          ? units("", "\\u").encode(String(scalar)) : json(String(scalar))
      }.joined()
    },
    Encoder("JSON in JSON") { json(json($0)) },
    each("bytes of Python") { scalar in
      String(scalar).utf8.map { "\\x" + padded(UInt32($0), 16, 2) }.joined()
    },
    each("octal") { scalar in
      String(scalar).utf8.map { "\\" + padded(UInt32($0), 8, 3) }.joined()
    },
    each("Swift and Rust") { "\\u{" + padded($0.value, 16, 1) + "}" },
    each("Python's wide characters") { "\\U" + padded($0.value, 16, 8) },
    each("zero width spaces") { String($0) + "\u{200B}" },
    each("soft hyphens") { "\u{AD}" + String($0) },
    each("byte order marks, shown") { String($0) + "\u{FFFD}" },
  ]

  static let digits: [Encoder] = [
    Encoder("hexadecimal") { $0.utf8.map { padded(UInt32($0), 16, 2) }.joined() },
    Encoder("upper hexadecimal") { text in
      text.utf8.map { padded(UInt32($0), 16, 2, upper: true) }.joined()
    },
    Encoder("Base64") { base64(Array($0.utf8)) },
    Encoder("Base64 for addresses") { base64(Array($0.utf8), url: true) },
    Encoder("Base64 in an address") { text in
      percent("", keeping: "").encode(base64(Array(text.utf8)))
    },
  ]

  static let twiceBase64 = Encoder("Base64 of Base64") { text in
    base64(Array(base64(Array(text.utf8)).utf8))
  }

  static let nested: [Encoder] = [
    Encoder("percent in a page") { html(percent("", keeping: "").encode($0)) },
    Encoder("a page in percent") { percent("", keeping: "").encode(html($0)) },
    Encoder("JSON in a page") { html(json($0)) },
    Encoder("a page in JSON") { units("", "\\u") { !isWord($0) }.encode(html($0)) },
    Encoder("JSON in a page in percent") { percent("", keeping: "").encode(html(json($0))) },
    Encoder("a mixture") { text in
      let ways = [
        units("", "\\u"), percent("", keeping: "", words: false),
        each("") { "&#\($0.value);" }, Encoder("") { json($0) },
      ]
      return text.unicodeScalars.enumerated().map { index, scalar in
        ways[index % ways.count].encode(String(scalar))
      }.joined()
    },
  ]
}
