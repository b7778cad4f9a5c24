import FlowText
import FlowEngine

/// Finds the links in a message.
enum MailLinks {
  /// Returns the web addresses in a text.
  static func links(in text: [UInt8]) -> [String] {
    var links: [String] = []
    var index = 0
    while index < text.count, links.count < MailLimits.linksMax {
      let rest = text[index...]
      guard ASCII.lowered(text[index]) == UInt8(ascii: "h"), isAddress(rest) else {
        index += 1
        continue
      }
      var link = rest.prefix { $0 > 0x20 && $0 < 0x7F && !"<>\"'\\^`{|}".utf8.contains($0) }
      index = max(link.endIndex, index + 1)
      while let last = link.last, ".,;:!?)]*".utf8.contains(last) { link.removeLast() }
      if link.count <= MailLimits.linkBytesMax {
        links.append(String(decoding: link, as: UTF8.self))
      }
    }
    return links
  }

  private static func isAddress(_ bytes: some Collection<UInt8>) -> Bool {
    let head = ASCII.lowered(bytes.prefix(8))
    return head == "https://" || head.hasPrefix("http://")
  }

  /// Returns the code in a link, such as `otp=123456`; `nil` if the link doesn't have one.
  static func passcode(_ link: String, like form: CodeForm) -> String? {
    guard isAddress(link.utf8), let mark = link.utf8.firstIndex(of: UInt8(ascii: "?")) else {
      return nil
    }
    let query = link.utf8[mark...].dropFirst().prefix { $0 != UInt8(ascii: "#") }
    for pair in query.split(separator: UInt8(ascii: "&"))
    where ASCII.lowered(pair.prefix(4)) == "otp=" {
      let value = pair.dropFirst(4)
      if form.lengths.contains(value.count), value.allSatisfy(form.takes) {
        return String(decoding: value, as: UTF8.self)
      }
    }
    return nil
  }

  /// Parts of addresses by which a link that the user should open is recognized, best first.
  private static let marks = [
    "otp=", "token", "verify", "verif", "activat", "recover", "reset", "unlock", "confirm", "magic",
    "signin", "sign-in", "login",
  ]

  /// Returns the link that the user should most likely open; `nil` if there are no links.
  static func best(_ links: [String]) -> String? {
    let links = links.filter { isAddress($0.utf8) }
    let ranked = links.map { link in
      (link, marks.firstIndex { ASCII.lowered(link.utf8).contains($0) } ?? marks.count)
    }
    return ranked.min { $0.1 < $1.1 }?.0
  }
}
