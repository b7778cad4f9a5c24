import FlowText
package import FlowEngine

/// The content found in a message: a code, a link, or both.
package struct MailFindings: Sendable, Hashable {
  package var code: Secret?
  package var link: Secret?
}

extension MailMessage {
  /// Finds the code and the link for which the message was sent.
  ///
  /// A code is a separate word, and nearest to a word like "code", or it is in a link as `otp=`.
  ///
  /// - Parameter form: The length and characters of the code.
  /// - Returns: The code and the link.
  package func findings(like form: CodeForm = .usual) -> MailFindings {
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
      let found = PasscodeFinder.best(in: Array("\(subject)\n".utf8) + text, like: form)
      if let found, found.score > best?.score ?? 0 { best = found }
    }
    if bodies.isEmpty { best = PasscodeFinder.best(in: Array(subject.utf8), like: form) }
    let link = MailLinks.best(links)
    let code = links.lazy.compactMap({ MailLinks.passcode($0, like: form) }).first ?? best?.code
    return MailFindings(code: code.map { Secret($0) }, link: link.map { Secret($0) })
  }
}

/// Finds a one-time code in a text.
enum PasscodeFinder {
  /// A word that may be the code.
  struct Candidate {
    var code: String
    var score: Int
  }

  /// The stems of words for "code" in several languages, with their weights.
  private static let words: [(stem: [UInt8], weight: Int)] = [
    ("passcode", 200), ("one-time", 200), ("otp", 200), ("verification", 200), ("code", 150),
    ("código", 150), ("codigo", 150), ("codice", 150), ("kode", 150), ("kód", 150), ("код", 150),
    ("コード", 150), ("代码", 150), ("验证码", 200), ("驗證碼", 200), ("인증번호", 200), ("pin", 100),
    ("token", 100), ("verify", 50), ("sign in", 50), ("sign-in", 50), ("password", 50),
  ].map { (Array($0.0.utf8), $0.1) }

  /// For each byte, whether one of the stems begins with it.
  private static let beginnings: [Bool] = {
    var beginnings = Array(repeating: false, count: 256)
    for (stem, _) in words { beginnings[Int(stem[0])] = true }
    return beginnings
  }()

  /// The maximum number of bytes between a word like "code" and the digits after it: a sentence.
  private static let reachBefore = 160
  /// The maximum number of bytes between the digits and a word like "code", as in "123456 is your
  /// code".
  private static let reachBehind = 60

  /// Returns the most likely code; `nil` if there is no candidate.
  static func best(in text: [UInt8], like form: CodeForm) -> Candidate? {
    let spans = spans(in: text)
    var best: Candidate?
    // The index of the first word that is near enough before the code.
    var first = 0
    var index = 0
    while index < text.count {
      guard form.takes(text[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < text.count, form.takes(text[index]) { index += 1 }
      guard form.lengths.contains(index - start) else { continue }
      let code = start..<index
      let alphanumeric = form.characters == .alphanumeric ? AlphanumericCode(code, in: text) : nil
      guard alphanumeric?.isAlone ?? isAlone(code, text) else { continue }
      while first < spans.count, spans[first].end + reachBefore < start { first += 1 }
      var nearness = 0
      // The number of bytes since the nearest word before the code.
      var gap: Int?
      for span in spans[first...] {
        guard span.start <= index + reachBehind else { break }
        // The code itself may contain such a word.
        guard span.end <= start || span.start >= index else { continue }
        nearness = max(nearness, nearnessOf(span, to: code))
        if span.end <= start { gap = min(gap ?? .max, start - span.end) }
      }
      guard
        let own = alphanumeric.map({ $0.score(hasWord: nearness > 0, gap: gap) })
          ?? standing(code, text)
      else { continue }
      let score = own + nearness
      if score > best?.score ?? 0 {
        best = Candidate(code: String(decoding: text[code], as: UTF8.self), score: score)
      }
    }
    return best
  }

  private struct Span {
    var start: Int
    var end: Int
    var weight: Int
  }

  /// The maximum number of words like "code" to examine; real messages have fewer.
  private static let spansMax = 1000

  private static func spans(in text: [UInt8]) -> [Span] {
    let lowered = text.map(ASCII.lowered)
    var spans: [Span] = []
    for start in lowered.indices
    where beginnings[Int(lowered[start])] && spans.count < spansMax {
      for (stem, weight) in words
      where stem[0] == lowered[start] && lowered[start...].starts(with: stem) {
        // A short stem must be at the beginning of a word: "pin" isn't part of "shipping".
        let isInside = start > 0 && ASCII.isLetter(lowered[start - 1])
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

  /// Returns a score for digits without a word like "code" near them; `nil` if they can't be the
  /// code.
  private static func standing(_ digits: Range<Int>, _ text: [UInt8]) -> Int? {
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

  /// Whether digits are separate, not part of a number, a name, a date, a price or a link.
  private static func isAlone(_ digits: Range<Int>, _ text: [UInt8]) -> Bool {
    let before = text[..<digits.lowerBound].suffix(2)
    let behind = text[digits.upperBound...].prefix(2)
    if let last = before.last {
      guard ASCII.isBlank(last) || last >= 0x80 || ":\"'(<[>*".utf8.contains(last) else {
        return false
      }
      let isJoint = last == 0x20 || last == UInt8(ascii: ":")
      if isJoint, before.count == 2, let first = before.first, ASCII.isDigit(first) {
        return false
      }
    }
    if let first = behind.first {
      guard ASCII.isBlank(first) || first >= 0x80 || ".,;:!?\"')>]<*".utf8.contains(first)
      else { return false }
      let isJoint = first == 0x20 || ".,:".utf8.contains(first)
      if isJoint, behind.count == 2, let last = behind.last, ASCII.isDigit(last) {
        return false
      }
    }
    return true
  }
}

extension CodeForm {
  /// Whether a code can contain a byte.
  func takes(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || characters == .alphanumeric && ASCII.isLetter(byte)
  }
}
