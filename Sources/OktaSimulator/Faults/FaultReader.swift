import FlowDiagnostics
public import FlowEngine
import FlowText

extension Fault {
  /// Parses a fault.
  ///
  /// ```
  /// fault = when [ which ] ":" what .
  /// when  = "any" | endpoint | step | "email" | "sms" | "voice" .
  /// which = "once" | Nth | "from" Nth | N "times" .
  /// what  = "latency" duration | "drop" | "truncate" [ bytes ] | "expired" | "html" [ status ]
  ///       | ( "429" | "500" | "502" | "503" | "504" ) [ "retry-after" seconds ] [ "ion" | "empty" ]
  ///       | "unknown-step" [ "first" | "instead" ] | "missing" member
  ///       | "order" ( "reversed" | "shuffled" ) | "relates-to" ( "string" | "dangling" )
  ///       | "labels" "de" | "poll-interval" duration
  ///       | "errors" ( "top" | "field" | "400" | "401" | "403" )
  ///       | "late" duration | "twice" | "out-of-order" .
  /// ```
  ///
  /// A step is named as in a script, in full or by a prefix that ends before a hyphen. The last
  /// three effects apply only to messages, and messages can have no other effects.
  ///
  /// - Parameter text: The text.
  /// - Throws: `SettingProblem` with a location in the text, if the text isn't a valid fault.
  public init(_ text: String) throws(SettingProblem) {
    var reader = try FaultReader(text)
    self = try reader.fault()
  }
}

/// Parses the words of a fault.
struct FaultReader {
  private struct Word {
    var text: String
    var range: Range<Int>
  }

  private let text: String
  /// The words before the colon.
  ///
  /// `tail` has the words after the colon.
  private var head: [Word]
  private var tail: [Word]
  private let end: Int

  private static let form = "write it as `challenge: 429 retry-after 2` or `email once: late 30s`"

  init(_ text: String) throws(SettingProblem) {
    let bytes = Array(text.utf8)
    end = bytes.count
    guard bytes.count <= Fault.textBytesMax else {
      throw FaultReader.problem(
        "a fault has at most \(Fault.textBytesMax) letters", at: 0..<bytes.count,
        help: FaultReader.form)
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      throw FaultReader.problem(
        "a fault needs a colon between when and what", at: 0..<bytes.count, help: FaultReader.form)
    }
    head = FaultReader.words(bytes[..<colon])
    tail = FaultReader.words(bytes[(colon + 1)...])
    let all = head + tail
    let inner = (all.first?.range.lowerBound ?? 0)..<(all.last?.range.upperBound ?? 0)
    self.text = String(decoding: bytes[inner], as: UTF8.self)
  }

  private static func problem(
    _ message: String, at range: Range<Int>, help: String? = nil, word: String? = nil,
    candidates: [String] = []
  ) -> SettingProblem {
    let place = SourceRange(UInt32(clamping: range.lowerBound), UInt32(clamping: range.upperBound))
    return SettingProblem(
      .value, message, at: place, help: help, word: word, candidates: candidates)
  }

  private static func words(_ bytes: ArraySlice<UInt8>) -> [Word] {
    bytes.split(separator: UInt8(ascii: " ")).map {
      Word(text: String(decoding: $0, as: UTF8.self), range: $0.startIndex..<$0.endIndex)
    }
  }

  mutating func fault() throws(SettingProblem) -> Fault {
    let (target, place) = try target()
    let occasions = try occasions()
    if let extra = head.first {
      throw FaultReader.problem(
        "`\(extra.text)` isn't allowed here", at: extra.range,
        help: "write how often as `once`, `2nd`, `from 3rd` or `3 times`")
    }
    let begin = tail.first?.range ?? end..<end
    let kind = try kind()
    if let extra = tail.first {
      throw FaultReader.problem("`\(extra.text)` is one word too many", at: extra.range)
    }
    let fault = Fault(text, at: target, occasions, kind)
    try check(fault, place, begin)
    return fault
  }

  /// Throws a problem if the effect isn't valid for the target.
  private func check(
    _ fault: Fault, _ place: Range<Int>, _ begin: Range<Int>
  ) throws(SettingProblem) {
    switch fault.target {
    case .channel(let channel) where !fault.isOfMail:
      throw FaultReader.problem(
        "messages sent by \(channel) can be `late`, `twice` or `out-of-order`", at: begin)
    case .word(let word) where fault.isOfMail:
      throw FaultReader.problem(
        "`\(word)` isn't a channel for codes", at: place,
        help: "use it with `email`, `sms`, `voice` or `any`")
    case .word(let word) where fault.isOfPage && FaultNames.withoutPages.contains(word):
      throw FaultReader.problem("the answer to `\(word)` isn't a page", at: begin)
    case .word(let word) where fault.kind == .expired && FaultNames.withoutSession.contains(word):
      throw FaultReader.problem("`\(word)` doesn't belong to a sign-in that can expire", at: begin)
    default: break
    }
  }

  // MARK: Occasions

  private mutating func target() throws(SettingProblem) -> (Fault.Target, Range<Int>) {
    guard let word = head.first else {
      throw FaultReader.problem(
        "the fault doesn't say when it happens", at: 0..<0, help: FaultReader.form)
    }
    head.removeFirst()
    if word.text == "any" { return (.any, word.range) }
    if FaultNames.channels.contains(word.text) { return (.channel(word.text), word.range) }
    guard FaultNames.isKnown(word.text) else {
      throw FaultReader.problem(
        "there is no endpoint, step or channel `\(word.text)`", at: word.range, word: word.text,
        candidates: FaultNames.all)
    }
    return (.word(word.text), word.range)
  }

  private mutating func occasions() throws(SettingProblem) -> Fault.Occasions {
    guard let first = head.first else { return .always }
    if first.text == "once" {
      head.removeFirst()
      return Fault.Occasions(count: 1)
    }
    if first.text == "from", head.count > 1 {
      guard let number = ordinal(head[1].text) else {
        throw FaultReader.problem(
          "`\(head[1].text)` isn't an ordinal number", at: head[1].range, help: "write `from 3rd`")
      }
      head.removeFirst(2)
      return Fault.Occasions(first: number)
    }
    if head.count > 1, head[1].text == "times", let number = number(first.text) {
      head.removeFirst(2)
      return Fault.Occasions(count: number)
    }
    guard let number = ordinal(first.text) else { return .always }
    head.removeFirst()
    return Fault.Occasions(first: number, count: 1)
  }

  /// Parses an ordinal number such as `2nd`, `3rd` or `21st`; returns `nil` if it isn't one.
  ///
  /// The suffix doesn't have to match the number.
  private func ordinal(_ text: String) -> Int? {
    guard ["st", "nd", "rd", "th"].contains(where: text.hasSuffix) else { return nil }
    return number(String(text.dropLast(2)))
  }

  private func number(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      (1...Fault.occasionsMax).contains(number)
    else { return nil }
    return number
  }

  // MARK: Effects

  private mutating func kind() throws(SettingProblem) -> Fault.Kind {
    guard let word = tail.first else {
      throw FaultReader.problem(
        "the fault doesn't say what happens", at: end..<end, help: FaultReader.form)
    }
    tail.removeFirst()
    switch word.text {
    case "drop": return .drop
    case "expired": return .expired
    case "twice": return .twice
    case "out-of-order": return .outOfOrder
    case "truncate": return .truncate(try bytes())
    case "html": return .html(try status())
    case "latency": return .latency(try duration(after: word, upTo: Fault.latencyMax))
    case "late": return .late(try duration(after: word, upTo: Fault.lateMax))
    case "poll-interval": return .pollInterval(try duration(after: word, upTo: Fault.pollMax))
    case "missing":
      let members = Fault.Member.allCases.map(\.rawValue)
      let name = try choice(after: word, of: members)
      return .missing(Fault.Member(rawValue: name) ?? .id)
    case "order":
      return .order(
        isShuffled: try choice(after: word, of: FaultNames.orders) == "shuffled")
    case "relates-to":
      return .relatesTo(
        isDangling: try choice(after: word, of: FaultNames.references) == "dangling")
    case "labels":
      _ = try choice(after: word, of: FaultNames.languages)
      return .labels
    case "errors":
      let place = try choice(after: word, of: FaultNames.errorPlaces)
      if let status = Int(place) { return .errorStatus(status) }
      return .errorsAt(place == "top" ? .top : .field)
    case "unknown-step":
      if accept("first") { return .unknownStep(.first) }
      return .unknownStep(accept("instead") ? .instead : .beside)
    default: break
    }
    if let status = Int(word.text), FaultNames.statuses.contains(status) {
      return try error(status)
    }
    throw FaultReader.problem(
      "unknown fault `\(word.text)`", at: word.range,
      help: "the faults are \(FaultNames.kinds.map { "`\($0)`" }.joined(separator: ", "))",
      word: word.text, candidates: FaultNames.kinds)
  }

  private mutating func error(_ status: Int) throws(SettingProblem) -> Fault.Kind {
    var wait: Int?
    if let word = tail.first, accept("retry-after") {
      guard let next = tail.first,
        let seconds = Int(next.text.hasSuffix("s") ? String(next.text.dropLast()) : next.text),
        (0...Fault.retryAfterMax).contains(seconds)
      else {
        throw FaultReader.problem(
          "`retry-after` takes a number of seconds", at: tail.first?.range ?? word.range,
          help: "write `retry-after 2`, at most a day")
      }
      tail.removeFirst()
      wait = seconds
    }
    if accept("ion") { return .status(status, retryAfter: wait, .ion) }
    return .status(status, retryAfter: wait, accept("empty") ? .empty : .api)
  }

  private mutating func accept(_ word: String) -> Bool {
    guard tail.first?.text == word else { return false }
    tail.removeFirst()
    return true
  }

  private mutating func choice(
    after word: Word, of words: [String]
  ) throws(SettingProblem) -> String {
    let help = "write \(words.map { "`\(word.text) \($0)`" }.joined(separator: " or "))"
    guard let next = tail.first else {
      throw FaultReader.problem("`\(word.text)` needs another word", at: word.range, help: help)
    }
    guard words.contains(next.text) else {
      throw FaultReader.problem(
        "`\(next.text)` isn't allowed after `\(word.text)`", at: next.range, help: help,
        word: next.text, candidates: words)
    }
    tail.removeFirst()
    return next.text
  }

  private mutating func bytes() throws(SettingProblem) -> Int? {
    guard let next = tail.first else { return nil }
    guard let count = Int(next.text), (0...Fault.truncatedMax).contains(count) else {
      throw FaultReader.problem(
        "`truncate` takes a number of bytes", at: next.range,
        help: "write `truncate 100`, or `truncate` for half of them")
    }
    tail.removeFirst()
    return count
  }

  private mutating func status() throws(SettingProblem) -> Int {
    guard let next = tail.first else { return 403 }
    guard let status = Int(next.text), FaultNames.proxyStatuses.contains(status) else {
      throw FaultReader.problem(
        "a proxy's page has the status 200, 403, 407, 502 or 503", at: next.range,
        help: "write `html 403`")
    }
    tail.removeFirst()
    return status
  }

  private mutating func duration(
    after word: Word, upTo most: Duration
  ) throws(SettingProblem) -> Duration {
    let seconds = most.components.seconds
    let bound = seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds / 60)m"
    let help = "write `\(word.text) 2s`, at most \(bound)"
    guard let next = tail.first else {
      throw FaultReader.problem("`\(word.text)` needs a duration", at: word.range, help: help)
    }
    let read = WrittenDuration.milliseconds(Array(next.text.utf8)[...], digitsMax: 9)
    guard let read, read > 0, Duration.milliseconds(read) <= most else {
      throw FaultReader.problem(
        "`\(next.text)` isn't a duration that is allowed here", at: next.range, help: help)
    }
    tail.removeFirst()
    return .milliseconds(read)
  }
}
