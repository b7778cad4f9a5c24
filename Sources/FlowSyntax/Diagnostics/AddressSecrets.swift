import FlowDiagnostics

/// Finds what stands before the host in the addresses of a script: a name and a password, which no
/// address may have there, and no output may show.
///
/// It looks at the text, not at tokens: an address in a comment, or in a text that is never closed, is
/// shown in a source line, too.
struct AddressSecrets {
  private let bytes: [UInt8]

  /// The fewest bytes that are looked for without the marks around them.
  private static let aloneMin = 4

  init(_ source: SourceFile) {
    bytes = source.bytes
  }

  /// Each name with its password, and each password.
  func texts() -> [String] {
    var texts: [String] = []
    var index = 0
    while let start = next(from: index) {
      index = start
      guard let userInfo = userInfo(at: start) else { continue }
      let text = String(decoding: userInfo, as: UTF8.self)
      // A short one is looked for with its marks: alone it would be found in any text.
      texts.append(userInfo.count < Self.aloneMin ? "//\(text)@" : text)
      if let colon = userInfo.firstIndex(of: UInt8(ascii: ":")) {
        texts.append(String(decoding: userInfo[(colon + 1)...], as: UTF8.self))
      }
    }
    return texts
  }

  /// The index behind the next `://`.
  private func next(from index: Int) -> Int? {
    var index = index
    while index + 3 <= bytes.count {
      if bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == UInt8(ascii: "/"),
        bytes[index + 2] == UInt8(ascii: "/")
      {
        return index + 3
      }
      index += 1
    }
    return nil
  }

  /// What stands before the last `@` of an authority; where a password has a mark that ends one, what
  /// stands before the last `@` of the address.
  private func userInfo(at start: Int) -> ArraySlice<UInt8>? {
    let least: UInt8 = isIssuer(before: start) ? 0x20 : 0x21
    let address = bytes[start...].prefix { $0 >= least && $0 != UInt8(ascii: "\"") }
    let authority = address.prefix { !"/?#\\".utf8.contains($0) }
    let sign = UInt8(ascii: "@")
    if let end = authority.lastIndex(of: sign) { return authority[..<end] }
    guard let colon = authority.firstIndex(of: UInt8(ascii: ":")),
      !authority[(colon + 1)...].allSatisfy({ (0x30...0x39).contains($0) }),
      authority.first != UInt8(ascii: "["), let end = address.lastIndex(of: sign)
    else { return nil }
    return address[..<end]
  }

  /// Whether an address is what `org … at "…"` names: a blank doesn't end it then.
  private func isIssuer(before start: Int) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard let open = bytes[..<start].lastIndex(where: { $0 == quote || $0 <= 0x20 }),
      bytes[open] == quote
    else { return false }
    return bytes[..<open].reversed().drop { $0 == 0x20 || $0 == 9 }.starts(with: "ta".utf8)
  }
}
