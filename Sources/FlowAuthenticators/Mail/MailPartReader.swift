import FlowText

/// Collects the texts in an email's parts (RFC 2046).
struct MailPartReader {
  private(set) var bodies: [MailMessage.Body] = []
  private var parts = 0

  /// Reads a part, and the parts that it contains.
  mutating func read(_ head: MailHead, _ body: ArraySlice<UInt8>, depth: Int) {
    parts += 1
    guard depth <= MailLimits.depthMax, parts <= MailLimits.partsMax,
      bodies.count < MailLimits.textsMax
    else { return }
    // Without a content type, a part is plain text (RFC 2045, section 5.2).
    let type = MailParameters(head["content-type"] ?? Array("text/plain".utf8))
    if type.value.hasPrefix("multipart/") {
      guard let boundary = type["boundary"], !boundary.isEmpty else { return }
      for part in MailPartReader.parts(of: body, boundary: boundary) {
        let (head, body) = MailHead.split(part)
        read(head, body, depth: depth + 1)
      }
      return
    }
    let disposition = head["content-disposition"].map { MailParameters($0).value }
    guard disposition != "attachment" else { return }
    let coding = head["content-transfer-encoding"].map { ASCII.lowered($0) } ?? ""
    if type.value == "message/rfc822" {
      let (head, body) = MailHead.split(body)
      return read(head, body, depth: depth + 1)
    }
    guard type.value == "text/plain" || type.value == "text/html" else { return }
    // The decoded text is never longer than the encoded one.
    let bytes = TransferCoding.decode(body, coding).prefix(MailLimits.textBytesMax)
    let text = Charset.text(bytes, charset: type["charset"])
    bodies.append(MailMessage.Body(text, isHTML: type.value == "text/html"))
  }

  /// Returns the parts between the boundary's lines; the last boundary may be missing.
  private static func parts(
    of body: ArraySlice<UInt8>, boundary: String
  ) -> [ArraySlice<UInt8>] {
    let mark = Array("--\(boundary)".utf8)
    var parts: [ArraySlice<UInt8>] = []
    var start: Int?
    var line = body.startIndex
    while line < body.endIndex, parts.count < MailLimits.partsMax {
      let end = body[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? body.endIndex
      if body[line..<end].starts(with: mark) {
        let rest = body[(line + mark.count)..<end]
        let isLast = rest.starts(with: "--".utf8)
        // A boundary may begin like the longer boundary of a part inside.
        if ASCII.trimmed(isLast ? rest.dropFirst(2) : rest).isEmpty {
          if let start { parts.append(withoutLineEnd(body[start..<line])) }
          start = end
          if isLast { return parts }
        }
      }
      line = end
    }
    if let start, parts.count < MailLimits.partsMax { parts.append(body[start...]) }
    return parts
  }

  /// Returns a part without its last line end, which belongs to the boundary (RFC 2046, section
  /// 5.1.1).
  private static func withoutLineEnd(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard part.last == 0x0A else { return part }
    let part = part.dropLast()
    return part.last == 0x0D ? part.dropLast() : part
  }
}
