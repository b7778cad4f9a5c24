import FlowText

/// The visible text of an HTML document, and its links.
struct HTMLText {
  /// The text, with a line for each block.
  private(set) var text: [UInt8] = []
  /// The addresses of the links, in order.
  private(set) var links: [String] = []

  private let bytes: [UInt8]
  private var index = 0

  init(_ html: String) {
    bytes = Array(html.utf8.prefix(MailLimits.textBytesMax))
    text.reserveCapacity(bytes.count / 2)
    while index < bytes.count { readNext() }
  }

  private mutating func readNext() {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "<") where opensTag: readTag()
    case UInt8(ascii: "&"):
      let (decoded, end) = HTMLText.entity(bytes[index...])
      text += decoded
      index = end
    default:
      text.append(ASCII.isBlank(byte) ? 0x20 : byte)
      index += 1
    }
  }

  private var opensTag: Bool {
    guard index + 1 < bytes.count else { return false }
    let next = bytes[index + 1]
    return ASCII.isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
      || next == UInt8(ascii: "?")
  }

  // MARK: Tags

  private static let blocks: Set<String> = [
    "blockquote", "body", "br", "center", "div", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr",
    "li", "ol", "p", "pre", "table", "tbody", "td", "th", "title", "tr", "ul",
  ]

  private mutating func readTag() {
    if bytes[index...].starts(with: "<!--".utf8) {
      index = find("-->", from: index + 4).map { $0 + 3 } ?? bytes.count
      return
    }
    let start = index + 1
    let end = tagEnd(from: start)
    let tag = bytes[start..<min(end, bytes.count)]
    index = min(end + 1, bytes.count)
    let isClosing = tag.first == UInt8(ascii: "/")
    let name = ASCII.lowered(
      (isClosing ? tag.dropFirst() : tag).prefix {
        ASCII.isLetter($0) || ASCII.isDigit($0)
      })
    if HTMLText.blocks.contains(name) { text.append(0x0A) }
    guard !isClosing else { return }
    switch name {
    case "style", "script": index = find("</\(name)", from: index) ?? bytes.count
    case "a":
      guard links.count < MailLimits.linksMax, let link = HTMLText.attribute("href", of: tag),
        link.utf8.count <= MailLimits.linkBytesMax
      else { return }
      links.append(link)
    default: return
    }
  }

  /// Returns the end of a tag, ignoring any `>` in quotes; the end of the text if the tag isn't
  /// closed.
  private func tagEnd(from start: Int) -> Int {
    var quote: UInt8?
    for position in start..<bytes.count {
      let byte = bytes[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return position
      } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"))
        && bytes[position - 1] == UInt8(ascii: "=")
      {
        quote = byte
      }
    }
    return bytes.count
  }

  private func find(_ text: String, from start: Int) -> Int? {
    let sought = Array(text.utf8)
    guard start + sought.count <= bytes.count else { return nil }
    return (start...(bytes.count - sought.count)).first { position in
      sought.indices.allSatisfy { ASCII.lowered(bytes[position + $0]) == sought[$0] }
    }
  }

  /// Returns the value of a tag's attribute; `nil` if the tag doesn't have it.
  private static func attribute(_ name: String, of tag: ArraySlice<UInt8>) -> String? {
    let sought = Array(name.utf8)
    var position = tag.startIndex
    while position < tag.endIndex {
      guard let blank = tag[position...].firstIndex(where: ASCII.isBlank) else { return nil }
      let rest = tag[blank...].drop(while: ASCII.isBlank)
      position = max(rest.startIndex, blank + 1)
      guard rest.count > sought.count,
        zip(rest, sought).allSatisfy({ ASCII.lowered($0) == $1 })
      else { continue }
      let after = rest.dropFirst(sought.count).drop(while: ASCII.isBlank)
      guard after.first == UInt8(ascii: "=") else { continue }
      let value = after.dropFirst().drop(while: ASCII.isBlank)
      let raw: ArraySlice<UInt8>
      if let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        raw = value.dropFirst().prefix { $0 != quote }
      } else {
        raw = value.prefix { !ASCII.isBlank($0) }
      }
      return decoded(raw)
    }
    return nil
  }

  // MARK: Entities

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let (piece, end) = entity(bytes[index...])
      text += piece
      index = end
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let names: [String: String] = [
    "amp": "&", "apos": "'", "gt": ">", "lt": "<", "nbsp": " ", "quot": "\"",
  ]

  /// Returns the character at the beginning of bytes, and its end; an entity is decoded.
  private static func entity(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], end: Int) {
    let plain = (Array(bytes.prefix(1)), bytes.startIndex + 1)
    guard bytes.first == UInt8(ascii: "&"),
      let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";"))
    else { return plain }
    let name = bytes[(bytes.startIndex + 1)..<end]
    if name.first == UInt8(ascii: "#") {
      let digits = ASCII.lowered(name.dropFirst())
      let number =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      guard let scalar = number.flatMap(Unicode.Scalar.init) else { return plain }
      let text = scalar == "\u{A0}" ? " " : String(Character(scalar))
      return (Array(text.utf8), end + 1)
    }
    guard let text = names[ASCII.lowered(name)] else { return plain }
    return (Array(text.utf8), end + 1)
  }
}
