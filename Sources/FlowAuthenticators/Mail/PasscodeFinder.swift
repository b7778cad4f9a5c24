package import FlowEngine

/// What a message brings: a code, a link, or both.
package struct MailFindings: Sendable, Hashable {
  package var code: Secret?
  package var link: Secret?
}

extension MailMessage {
  /// Finds the code and the link that a message was sent for.
  ///
  /// A code is four to eight digits that stand alone, the nearest to a word like "code", or what a
  /// link has as `otp=`.
  package func findings() -> MailFindings {
    var links: [String] = []
    var best: PasscodeFinder.Candidate?
    for body in bodies {
      let text: [UInt8]
      if body.isHTML {
        let html = HTMLText(body.text)
        links += html.links
        text = html.text
      } else {
        text = Array(body.text.utf8.prefix(MailLimits.textBytesMax))
      }
      links += MailLinks.links(in: text)
      let found = PasscodeFinder.best(in: Array("\(subject)\n".utf8) + text)
      if let found, found.score > best?.score ?? 0 { best = found }
    }
    if bodies.isEmpty { best = PasscodeFinder.best(in: Array(subject.utf8)) }
    let link = MailLinks.best(links)
    let code = links.lazy.compactMap(MailLinks.passcode).first ?? best?.code
    return MailFindings(code: code.map { Secret($0) }, link: link.map { Secret($0) })
  }
}

/// Finds a one-time code in a text.
enum PasscodeFinder {
  /// Digits that may be the code.
  struct Candidate {
    var code: String
    var score: Int
  }

  private static let lengths = 4...8

  /// What a code is called in several languages, by stems, and how surely it is one then.
  private static let words: [(stem: [UInt8], weight: Int)] = [
    ("passcode", 200), ("one-time", 200), ("otp", 200), ("verification", 200), ("code", 150),
    ("código", 150), ("codigo", 150), ("codice", 150), ("kode", 150), ("kód", 150), ("код", 150),
    ("コード", 150), ("代码", 150), ("验证码", 200), ("驗證碼", 200), ("인증번호", 200), ("pin", 100),
    ("token", 100), ("verify", 50), ("sign in", 50), ("sign-in", 50), ("password", 50),
  ].map { (Array($0.0.utf8), $0.1) }

  /// Whether a word may begin with a byte.
  private static let beginnings: [Bool] = {
    var beginnings = Array(repeating: false, count: 256)
    for (stem, _) in words { beginnings[Int(stem[0])] = true }
    return beginnings
  }()

  /// How far before its digits a word may stand: a sentence.
  private static let reachBefore = 160
  /// How far behind them: "123456 is your code".
  private static let reachBehind = 60

  /// The digits that are the code most likely; `nil` where there are none that could be.
  static func best(in text: [UInt8]) -> Candidate? {
    let spans = spans(in: text)
    var best: Candidate?
    // The first word that ends within reach before the digits.
    var first = 0
    var index = 0
    while index < text.count {
      guard ASCIIText.isDigit(text[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < text.count, ASCIIText.isDigit(text[index]) { index += 1 }
      guard lengths.contains(index - start), isAlone(start..<index, text) else { continue }
      while first < spans.count, spans[first].end + reachBefore < start { first += 1 }
      var score = standing(start..<index, text)
      var nearness = 0
      for span in spans[first...] {
        guard span.start <= index + reachBehind else { break }
        nearness = max(nearness, nearnessOf(span, to: start..<index))
      }
      score += nearness
      if score > best?.score ?? 0 {
        best = Candidate(code: String(decoding: text[start..<index], as: UTF8.self), score: score)
      }
    }
    return best
  }

  private struct Span {
    var start: Int
    var end: Int
    var weight: Int
  }

  /// How many words are looked at: a text that has more is no message about a code.
  private static let spansMax = 1000

  private static func spans(in text: [UInt8]) -> [Span] {
    let lowered = text.map(ASCIIText.lowered)
    var spans: [Span] = []
    for start in lowered.indices
    where beginnings[Int(lowered[start])] && spans.count < spansMax {
      for (stem, weight) in words
      where stem[0] == lowered[start] && lowered[start...].starts(with: stem) {
        // A short word is one by itself: no "pin" in "shipping".
        let isInside = start > 0 && ASCIIText.isLetter(lowered[start - 1])
        if isInside, stem.count < 4 { continue }
        spans.append(Span(start: start, end: start + stem.count, weight: weight))
        break
      }
    }
    return spans
  }

  private static func nearnessOf(_ span: Span, to digits: Range<Int>) -> Int {
    if span.end <= digits.lowerBound {
      let distance = digits.lowerBound - span.end
      return distance <= reachBefore ? 500 + span.weight - 2 * distance : 0
    }
    let distance = span.start - digits.upperBound
    return (0...reachBehind).contains(distance) ? 300 + span.weight - 2 * distance : 0
  }

  /// How much digits look like a code by themselves.
  private static func standing(_ digits: Range<Int>, _ text: [UInt8]) -> Int {
    var score = 50
    if digits.count == 6 { score += 50 }
    let before = text[..<digits.lowerBound].last { $0 != 0x20 && $0 != 0x09 }
    let behind = text[digits.upperBound...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    if before ?? 0x0A == 0x0A, behind ?? 0x0A == 0x0A { score += 200 }
    if digits.count == 4, let year = Int(String(decoding: text[digits], as: UTF8.self)),
      (1900...2099).contains(year)
    {
      score -= 500
    }
    return score
  }

  /// Whether digits are a word of their own: no part of a number, a name, a date, a price or a link.
  private static func isAlone(_ digits: Range<Int>, _ text: [UInt8]) -> Bool {
    let before = text[..<digits.lowerBound].suffix(2)
    let behind = text[digits.upperBound...].prefix(2)
    if let last = before.last {
      guard ASCIIText.isBlank(last) || last >= 0x80 || ":\"'(<[>*".utf8.contains(last) else {
        return false
      }
      let isJoint = last == 0x20 || last == UInt8(ascii: ":")
      if isJoint, before.count == 2, let first = before.first, ASCIIText.isDigit(first) {
        return false
      }
    }
    if let first = behind.first {
      guard ASCIIText.isBlank(first) || first >= 0x80 || ".,;:!?\"')>]<*".utf8.contains(first)
      else { return false }
      let isJoint = first == 0x20 || ".,:".utf8.contains(first)
      if isJoint, behind.count == 2, let last = behind.last, ASCIIText.isDigit(last) {
        return false
      }
    }
    return true
  }
}

/// The links of a message.
enum MailLinks {
  /// The web addresses in a text.
  static func links(in text: [UInt8]) -> [String] {
    var links: [String] = []
    var index = 0
    while index < text.count, links.count < MailLimits.linksMax {
      let rest = text[index...]
      guard ASCIIText.lowered(text[index]) == UInt8(ascii: "h"), isAddress(rest) else {
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
    let head = ASCIIText.lowered(bytes.prefix(8))
    return head == "https://" || head.hasPrefix("http://")
  }

  /// The code in a link, `otp=123456`.
  static func passcode(_ link: String) -> String? {
    guard isAddress(link.utf8), let mark = link.utf8.firstIndex(of: UInt8(ascii: "?")) else {
      return nil
    }
    let query = link.utf8[mark...].dropFirst().prefix { $0 != UInt8(ascii: "#") }
    for pair in query.split(separator: UInt8(ascii: "&"))
    where ASCIIText.lowered(pair.prefix(4)) == "otp=" {
      let value = pair.dropFirst(4)
      if (4...8).contains(value.count), value.allSatisfy(ASCIIText.isDigit) {
        return String(decoding: value, as: UTF8.self)
      }
    }
    return nil
  }

  /// What a link that was sent to be followed has in its address.
  private static let marks = [
    "otp=", "token", "verify", "verif", "activat", "recover", "reset", "unlock", "confirm", "magic",
    "signin", "sign-in", "login",
  ]

  /// The link that a message was sent for most likely.
  static func best(_ links: [String]) -> String? {
    let links = links.filter { isAddress($0.utf8) }
    let ranked = links.map { link in
      (link, marks.firstIndex { ASCIIText.lowered(link.utf8).contains($0) } ?? marks.count)
    }
    return ranked.min { $0.1 < $1.1 }?.0
  }
}
