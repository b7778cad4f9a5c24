import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import FlowLock
import TestSupport
import Testing

extension SeededGenerator {
  mutating func pick<Element>(_ from: [Element]) -> Element {
    from[Int.random(in: 0..<from.count, using: &self)]
  }

  mutating func some<Element>(_ most: Int, _ make: (inout Self) -> Element) -> [Element] {
    (0..<Int.random(in: 0...most, using: &self)).map { _ in make(&self) }
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

@Suite("Runs of random scripts against random responses")
struct RandomRunTests {
  static let words = [
    "identify", "challenge", "select", "email", "phone", "sms", "code", "skip", "any",
  ]
  static let values = [
    "\"x\"", "1", "true", "name", "secret S", "env E", "file \"f\"", "totp secret S", "inbox email",
    "random digits 3", "random email", "\"\\(name)\"", "ask \"?\"", "2s",
  ]

  static func action(_ random: inout SeededGenerator) -> String {
    let word = random.pick(words)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return "choose \(word) or \(random.pick(words)) via \(random.pick(words))"
    case 1: return "choose \(word) with \(random.pick(words)) = \(random.pick(values))"
    case 2, 3: return "answer \(word) = \(random.pick(values)), \(random.pick(words))?"
    case 4: return "answer \(word)"
    case 5: return "prompt \(word)"
    case 6: return random.pick(["poll", "poll every 0s", "poll for 3s"])
    case 7: return random.pick(["submit", "follow", "stop"])
    case 8: return random.pick(["skip", "cancel", "resend", "recover", "send"])
    case 9: return "expect \(condition(&random))"
    case 10: return "say \"\\(name)\""
    case 11: return "fail \"no\""
    default: return "answer \(word) = \"\(word)\""
    }
  }

  static func condition(_ random: inout SeededGenerator) -> String {
    let word = random.pick(words)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return "message"
    case 1: return "message contains \(random.pick(values))"
    case 2: return "attempt > 2"
    case 3: return "offers \(word) via sms"
    case 4: return "has \(word)"
    case 5: return "step is \(word)"
    case 6: return "steps < \(random.pick(values))"
    case 7: return "outcome is success"
    case 8: return "path contains \(word), \(random.pick(words)) email"
    case 9: return "user.x is \(random.pick(values))"
    case 10: return "not (\(condition(&random)))"
    default: return "(\(condition(&random))) \(random.pick(["and", "or"])) name matches \"*\""
    }
  }

  static func script(_ random: inout SeededGenerator) -> String {
    var lines = [
      "profile p { code = inbox email; email = random email; choose phone or email }",
      "let name = \(random.pick(["\"jane\"", "env E", "random digits 2"]))",
    ]
    if random.chance(50) { lines.append("use p") }
    for _ in 0..<8 {
      var line = "on \(random.pick(words))"
      if random.chance(40) { line += " \(random.pick(["email", "phone", "\"sms\"", "code"]))" }
      if random.chance(40) { line += " when \(condition(&random))" }
      if random.chance(30) { line += random.pick([" once", " up to 3 times"]) }
      let actions = [action(&random)] + random.some(2) { action(&$0) }
      lines.append(line + " { \(actions.joined(separator: "; ")) }")
    }
    if random.chance(50) { lines.append("otherwise \(random.pick(["skip", "stop", "prompt"]))") }
    for line in random.some(2, { condition(&$0) }) { lines.append("expect \(line)") }
    return lines.joined(separator: "\n")
  }

  static func field(_ random: inout SeededGenerator) -> Field {
    let prefix = random.pick(["", "a.", "b.", "userProfile."])
    return Field(
      prefix + random.pick(words), aliases: random.some(2) { $0.pick(words) },
      kind: random.pick([.text, .number, .boolean, .any]), isRequired: random.chance(50),
      isSecret: random.chance(30), value: random.chance(30) ? .text("v") : nil,
      accepted: random.some(1) { .init(.text($0.pick(words)), naming: Naming($0.pick(words))) })
  }

  static func step(_ random: inout SeededGenerator) -> Step {
    Step(
      random.pick(["identify", "challenge-authenticator", "select-x", "skip", "cancel", "", "-"]),
      subjects: random.some(2) { Naming($0.pick(words)) }, fields: random.some(3, field),
      choices: random.some(2) {
        Choice(
          Naming($0.pick(words)), methods: $0.some(2) { Naming($0.pick(words)) },
          details: $0.some(1) { $0.pick(words) }, fields: $0.some(2, field))
      },
      capabilities: random.some(2) { Capability($0.pick(["resend", "recover", "skip", "send"])) },
      waiting: random.chance(20) ? Waiting(interval: .seconds(random.pick([0, 1, 60]))) : nil,
      redirect: random.chance(10) ? Redirect(Secret("https://idp"), title: "IdP") : nil,
      showing: random.some(1) { _ in Fact("code", .secret(Secret("42424"))) })
  }

  static func response(_ random: inout SeededGenerator) -> Response {
    Response(
      steps: random.some(3, step),
      messages: random.some(1) { Message($0.pick([.info, .info, .error]), "text", key: "key") },
      capabilities: random.some(1) { Capability($0.pick(["cancel", "skip"])) },
      outcome: random.chance(8) ? random.pick([.success, .failure, .finished]) : nil,
      facts: random.some(2) {
        Fact("user.x", $0.pick([.text("x"), .number(1), .list([.text("x")])]))
      })
  }

  @Test("No script and no response traps, and every run ends", arguments: 0..<40)
  func ends(_ block: Int) async throws {
    for seed in block * 50..<(block + 1) * 50 {
      var random = SeededGenerator(seed: UInt64(seed))
      let text = RandomRunTests.script(&random)
      let (script, problems) = Script.parse(SourceFile(name: "r", text: text))
      try #require(problems.isEmpty, "\(script.source.text(SourceRange(0, 10_000)))")
      let plans = try plans(text).plans
      let pages = (0..<4).map { _ in RandomRunTests.response(&random) }
      let shared = Mutex(random)
      let engine = ScriptedEngine { (_, _) throws(EngineFailure) in
        try shared.withLock { random throws(EngineFailure) in
          if random.chance(2) { throw EngineFailure(.unreachable, "gone") }
          return random.pick(pages)
        }
      }
      struct Anybody: Prompter {
        let random: @Sendable () -> Reply
        func answer(_ question: Question) async throws -> Reply { random() }
      }
      let prompter = Anybody {
        shared.withLock { random in
          switch Int.random(in: 0..<8, using: &random) {
          case 0: .cancelled
          case 1: .chose(random.pick([-1, 0, 1, 9]), method: random.pick([nil, 0, 5, -1]))
          case 2: .other(random.pick([-1, 0, 1, 9]))
          default: .filled(random.some(3) { $0.pick(["", "1", "x", "true"]) })
          }
        }
      }
      let inbox = ScriptedInbox()
      inbox.deliver("123456")
      var environment = RunEnvironment.test(
        prompter: prompter, inbox: inbox, variables: ["E": "e"], secrets: ["S": "secret"],
        files: ["f": "text"])
      if seed.isMultiple(of: 2) { environment.redirect = { _ in Secret("https://app/callback") } }
      for plan in plans {
        let result = await run(plan, engine: engine, environment: environment)
        #expect(result.moves <= 50)
        #expect(result.passed == result.diagnostics.isEmpty, "\(text)")
        for record in result.records {
          _ = Explanation(plan: plan, record: record).passedOver
        }
      }
    }
  }
}
