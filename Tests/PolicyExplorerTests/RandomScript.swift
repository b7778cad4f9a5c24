import FlowHTTP
import TestSupport

/// A script that answers a random org's pages at random, right and wrong, and its own record of its
/// run.
struct RandomScript {
  /// The effect of a rule when it applies.
  enum Deed {
    case verify(String)
    case enrol(String, String)
    case reset
    case recover
    case other
  }

  private(set) var text: String
  private var deeds: [Int: (deed: Deed, answersMessage: Bool)] = [:]

  /// Writes a script for a user of an org.
  init(_ org: RandomOrg, _ person: RandomOrg.Person, random: inout SeededGenerator) {
    var lines = ["org acme {"] + org.text.split(separator: "\n").map(String.init) + ["}"]
    lines += ["flow \"walk\" {", "  against acme", "  start sign-in"]
    for (pattern, action, deed) in Self.rules(org, person, &random) {
      // A rule for the step after a message.
      for answersMessage in [false, true] {
        deeds[lines.count + 1] = (deed, answersMessage)
        lines.append("  on \(pattern)\(answersMessage ? " when message" : "") \(action)")
      }
    }
    text = (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func rules(
    _ org: RandomOrg, _ person: RandomOrg.Person, _ random: inout SeededGenerator
  ) -> [(pattern: String, action: String, deed: Deed)] {
    let asks = org.text.contains("identifier-and-password")
    let new = "Quite-New-Stable-4"
    let password = "\"\(RandomOrg.password)\""
    let identifier = "answer identifier = \"\(person.login)\""
    let names = ["password", "email", "phone", "google-otp", "security-question"]
    func choice() -> String { names.shuffled(using: &random).joined(separator: " or ") }
    var rules: [(String, String, Deed)] = [
      (
        "identify", asks ? "\(identifier), passcode = \(password)" : identifier,
        asks ? .verify("password") : .other
      ),
      ("identify-recovery", identifier, .other),
      ("challenge password", "answer passcode = \(password)", .verify("password")),
      ("challenge password", "answer passcode = \"\(new)\"", .verify("password")),
      ("challenge email", "answer code = inbox email", .verify("email")),
      ("challenge phone", "answer code = inbox sms", .verify("sms")),
      ("select-authenticator-authenticate", "choose \(choice())", .other),
      ("select-authenticator-enroll", "choose \(choice())", .other),
      ("authenticator-verification-data", "submit", .other),
      ("reset-authenticator", "answer passcode = \"\(new)\"", .reset),
      (
        "reenroll-authenticator", "answer passcode = \"\(new)\"", .verify("password")
      ),
      ("enroll-authenticator email", "answer code = inbox email", .enrol("email", "email")),
      ("enroll-authenticator phone", "answer code = inbox sms", .enrol("sms", "phone")),
      (
        "enroll-authenticator google-otp", "answer code = totp step.sharedSecret",
        .enrol("otp", "google-otp")
      ),
      (
        "enroll-authenticator security-question",
        "answer questionKey = \"disliked_food\", answer = \"Turnip fields\"",
        .enrol("security_question", "security-question")
      ),
      (
        "keep-me-signed-in",
        "answer keepMeSignedIn = \(Bool.random(using: &random))", .other
      ),
    ]
    let key = RandomOrg.codeKey
    if person.hasCodeKey {
      rules.append(("challenge google-otp", "answer code = totp \"\(key)\"", .verify("otp")))
    }
    let answer = person.hasQuestion ? RandomOrg.answer : "Turnip fields"
    rules.append(
      ("challenge security-question", "answer answer = \"\(answer)\"", .verify("security_question"))
    )
    rules.shuffle(using: &random)
    // A route to elsewhere, or a wrong answer, comes first, and is taken once.
    var detours: [(String, String, Deed)] = [
      ("challenge password once", "recover", .recover),
      ("identify once", "recover", .recover),
      ("challenge password once", "answer passcode = random password", .other),
      ("challenge email once", "answer code = random digits 6", .other),
      ("challenge phone once", "answer code = random digits 6", .other),
      ("skip once", "skip", .other),
      ("select-authenticator-authenticate once", "choose \(choice())", .other),
      ("select-authenticator-authenticate once", "choose \(choice())", .other),
      ("select-authenticator-enroll once", "choose \(choice())", .other),
      ("unlock-account once", "submit", .other),
    ]
    detours.shuffle(using: &random)
    return detours.filter { _ in Int.random(in: 0..<3, using: &random) == 0 } + rules
  }

  /// The outcome of a run, in the words of an exploration by pages.
  ///
  /// - Parameter result: The output of `flow run --json`.
  /// - Returns: The outcome; `nil` if the run only got stuck.
  func ending(_ result: JSON) -> String? {
    guard result["outcome"] == "success" else {
      let keys = (result["messages"]?.array ?? []).compactMap { $0["key"]?.string }
      return keys.first.flatMap { PageWalk.ends.contains($0) ? "refused \($0)" : nil }
    }
    var used: Set<String> = []
    var enrolled: Set<String> = []
    var (isRecovering, isRecovered) = (false, false)
    let steps = (result["steps"]?.array ?? []).map { step in
      (
        isFirst: step["offered"]?.array?.first == "identify",
        rule: step["rule"]?.string.flatMap { Int($0.split(separator: ":").last ?? "") }
      )
    }
    for (index, step) in steps.enumerated() {
      // After a restart, earlier proofs no longer count.
      if step.isFirst { (used, isRecovering) = ([], false) }
      guard let line = step.rule, let deed = deeds[line]?.deed else { continue }
      let next = index + 1 < steps.count ? steps[index + 1].rule : nil
      guard next.flatMap({ deeds[$0]?.answersMessage }) != true else { continue }
      switch deed {
      case .verify(let method): used.insert(method)
      case .enrol(let method, let authenticator):
        used.insert(method)
        enrolled.insert(authenticator)
      case .reset:
        used.insert("password")
        isRecovered = isRecovered || isRecovering
        isRecovering = false
      case .recover: isRecovering = true
      case .other: break
      }
    }
    return PageWalk.ending(
      result["rule"]?.string ?? "", used: used, enrolled: enrolled, isRecovered: isRecovered)
  }
}
