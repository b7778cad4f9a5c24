import FlowDiagnostics
import FlowEngine
import OktaSimulator
import TestSupport
import Testing

/// The syntax of faults, and the problems of invalid ones.
@Suite("Reading faults")
struct FaultReaderTests {
  static let right = [
    "any: drop", "interact: 500", "introspect once: 503 retry-after 3",
    "identify 2nd: html", "challenge from 3rd: html 200",
    "challenge-authenticator 3 times: expired",
    "select-authenticator: 429", "token: 429 retry-after 2 ion", "token: 429 empty",
    "poll: latency 2s", "poll: latency 300ms", "any: latency 5m", "any: truncate",
    "any: truncate 100", "identify: unknown-step", "identify: unknown-step first",
    "identify: unknown-step instead", "any: missing message-key", "any: order reversed",
    "any: order shuffled", "any: relates-to string", "any: relates-to dangling", "any: labels de",
    "poll: poll-interval 1s", "identify: errors top", "identify: errors field",
    "identify: errors 400", "email: late 30s", "email once: twice", "sms: out-of-order",
    "voice: late 1h", "any: twice", "discovery: 502",
    "  identify   once :  drop  ",
  ]

  @Test("Every form of the grammar is read", arguments: right)
  func reads(text: String) throws {
    let fault = try Fault(text)
    #expect(!fault.text.hasPrefix(" ") && !fault.text.hasSuffix(" "))
    #expect(try Fault(fault.text) == fault)
    let (org, problems) = Org.build(name: "acme", settings: SettingText.parse("fault \"\(text)\""))
    #expect(problems == [])
    #expect(org?.initialState.faults.map(\.fault) == [fault])
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var text: String
    /// The text at the problem's location.
    var at: String
    var message: String
    var testDescription: String { text }
  }

  static let wrong = [
    Wrong(text: "", at: "", message: "a colon"),
    Wrong(text: "drop", at: "drop", message: "a colon"),
    Wrong(text: ": drop", at: "", message: "when"),
    Wrong(text: "chalenge: drop", at: "chalenge", message: "no endpoint, step or channel"),
    Wrong(text: "select: 429x", at: "429x", message: "unknown fault `429x`"),
    Wrong(text: "identify sometimes: drop", at: "sometimes", message: "isn't allowed here"),
    Wrong(text: "identify 0th: drop", at: "0th", message: "isn't allowed here"),
    Wrong(text: "identify from then: drop", at: "then", message: "isn't an ordinal"),
    Wrong(text: "identify:", at: "", message: "what"),
    Wrong(text: "identify: explode", at: "explode", message: "unknown fault `explode`"),
    Wrong(text: "identify: 418", at: "418", message: "unknown fault"),
    Wrong(text: "identify: 429 retry-after soon", at: "soon", message: "number of seconds"),
    Wrong(text: "identify: 429 retry-after", at: "retry-after", message: "number of seconds"),
    Wrong(text: "identify: latency", at: "latency", message: "needs a duration"),
    Wrong(text: "identify: latency 6m", at: "6m", message: "isn't a duration"),
    Wrong(text: "identify: latency 2", at: "2", message: "isn't a duration"),
    Wrong(text: "identify: latency 99999999999s", at: "99999999999s", message: "isn't a duration"),
    Wrong(text: "identify: truncate most", at: "most", message: "number of bytes"),
    Wrong(text: "identify: html 404", at: "404", message: "a proxy's page"),
    Wrong(text: "identify: missing", at: "missing", message: "needs another word"),
    Wrong(text: "identify: missing hope", at: "hope", message: "isn't allowed after `missing`"),
    Wrong(text: "identify: labels fr", at: "fr", message: "isn't allowed after `labels`"),
    Wrong(text: "identify: drop it", at: "it", message: "one word too many"),
    Wrong(text: "identify: late 2s", at: "identify", message: "isn't a channel"),
    Wrong(text: "email: drop", at: "drop", message: "can be `late`"),
    Wrong(text: "token: labels de", at: "labels", message: "isn't a page"),
    Wrong(text: "interact: expired", at: "expired", message: "a sign-in that can expire"),
    Wrong(
      text: "any: " + String(repeating: "x", count: 300),
      at: "any: " + String(repeating: "x", count: 300), message: "at most 200 letters"),
  ]

  @Test("A mistake is reported with its location", arguments: wrong)
  func refuses(wrong: Wrong) throws {
    let problem = #expect(throws: SettingProblem.self) { try Fault(wrong.text) }
    guard let problem else { return }
    #expect(problem.message.contains(wrong.message))
    let bytes = Array(wrong.text.utf8)[Int(problem.place.start)..<Int(problem.place.end)]
    #expect(String(decoding: bytes, as: UTF8.self) == wrong.at)
  }

  @Test("In an org the location is the word's location in the text")
  func place() throws {
    let (org, problems) = Org.build(
      name: "acme", settings: SettingText.parse("fault \"identify: explode\""))
    #expect(org == nil)
    let problem = try #require(problems.first)
    #expect(problem.place == SourceRange(17, 24))
    #expect(problem.candidates.contains("expired"))
  }

  @Test("The number of an org's faults is limited")
  func limit() throws {
    let faults = try (0..<65).map { _ in try Fault("any: drop") }
    let org = try OrgClient.org("user \"jane@example.com\"")
    #expect(org.faulty(with: Array(faults.dropLast())) != nil)
    #expect(org.faulty(with: faults) == nil)
    var state = org.initialState
    for fault in faults.dropLast() { state.add(fault) }
    #expect(state.faults.map(\.number) == Array(1...64))
    let tooMany = state.add(faults[0])
    #expect(tooMany == nil)
    let removed = [state.removeFault(3), state.removeFault(3)]
    #expect(removed == [true, false])
    let number = state.add(faults[0])
    #expect(number == 65, "a number belongs to one fault, and to no later one")
    let settings = Array(repeating: "fault \"any: drop\"", count: 65).joined(separator: "\n")
    let (built, problems) = Org.build(name: "acme", settings: SettingText.parse(settings))
    #expect(built == nil)
    #expect(!problems.isEmpty)
  }

  @Test("No text crashes the reader, and a printed fault can be read again")
  func anything() {
    var random = SeededGenerator(seed: 7)
    let words = [
      "any", "challenge", "email", ":", "any:", "challenge:", "email:", "once:", "2nd:", "once",
      "2nd", "from", "3", "times", "drop", "429",
      "retry-after", "2", "latency", "2s", "late", "missing", "key", "\u{0}", "é", "-",
      "99999999999999999999",
    ]
    var read = 0
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...6, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      guard let fault = try? Fault(text) else { continue }
      read += 1
      #expect((try? Fault(fault.text)) == fault)
    }
    #expect(read > 0)
  }
}
