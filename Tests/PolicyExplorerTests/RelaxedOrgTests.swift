import OktaSimulator
import PolicyExplorer
import TestSupport
import Testing

/// A change that only adds ways in is only weaker, and the reverse change is only stronger, with one
/// exception: if a provider no longer signs in a user without a password, that user's open session
/// may still let the user set one.
@Suite struct RelaxedOrgTests {
  @Test("Whatever is only relaxed is never reported as stronger", arguments: 0..<120)
  func relaxed(seed: Int) throws {
    let pair = RelaxedPair(seed: UInt64(seed))
    let (old, new) = try (Self.org(pair.old), Self.org(pair.new))
    let there = OrgDiff(old, new, now: Self.now)
    #expect(there.isComplete, "\(pair)")
    for change in there.changes {
      #expect(change.kind == .weaker, "\(pair.relaxation): \(change.logins)\n\(pair.new)")
    }
    for change in there.settings {
      #expect(change.new.isWeaker(than: change.old), "\(change)\n\(pair.new)")
    }
    let back = OrgDiff(new, old, now: Self.now)
    for change in back.changes where change.kind == .weaker {
      // A session from a provider that is gone may still be open, and the user then sets a password.
      let session = try #require(change.route.start.sessionWords, "\(pair.new)")
      let line = pair.old.split(separator: "\n").first {
        $0.hasPrefix("user \"\(change.logins.first ?? "")\"")
      }
      #expect(line?.contains("password") == false, "\(pair.relaxation)\n\(pair.new)")
      #expect(session.verified.contains(.password), "\(pair.relaxation)\n\(pair.new)")
    }
    // Each change is found in both directions.
    #expect(there.changes.isEmpty == back.changes.isEmpty, "\(pair)")
    #expect(there.settings.count == back.settings.count, "\(pair)")
  }

  @Test("Each kind of relaxation is reported for some org")
  func effective() throws {
    var found: Set<String> = []
    for seed in 0..<120 {
      let pair = RelaxedPair(seed: UInt64(seed))
      let diff = try OrgDiff(Self.org(pair.old), Self.org(pair.new), now: Self.now)
      if !diff.changes.isEmpty { found.insert(pair.relaxation) }
    }
    #expect(found == Set(RelaxedPair.relaxations))
  }

  private static let now = Duration.seconds(1_800_000_000)

  private static func org(_ text: String) throws -> Org {
    try #require(try OrgText.org(text), "\(text)")
  }
}

/// A small random org, and the same org with one relaxation.
private struct RelaxedPair {
  static let relaxations = ["users", "provider", "requirement", "idle", "age"]

  private(set) var old = ""
  private(set) var new = ""
  let relaxation: String
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    relaxation = Self.relaxations[Int(seed) % Self.relaxations.count]
    add("authenticators password, email, phone via sms")
    writePeople()
    writeRules()
    writeProviders()
    for line in [
      "enrollment { required phone }", "enrollment { optional phone, email }",
      "sign-in identifier-and-password", "keep-me-signed-in asked",
      "recovery { password by email; unlock by email }\nlockout { after 2 attempts }",
      "registration { profile email }",
    ] where chance(20) && !(line.hasPrefix("enrollment") && old.contains("enrollment")) {
      add(line)
    }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func one(of words: [String]) -> String {
    words[Int.random(in: 0..<words.count, using: &random)]
  }

  /// Adds a line to the old org, and the same or another line to the new one.
  private mutating func add(_ line: String, relaxed other: String? = nil) {
    old += line + "\n"
    new += (other ?? line) + "\n"
  }

  private mutating func writePeople() {
    for number in 1...3 {
      var parts = ["email \"u\(number)@x.example\""]
      // Users of identity providers may have no password.
      if chance(70) { parts.append("password \"Correct-Horse-1\"") }
      if chance(50) { parts.append("phone \"+15551230100\"") }
      let groups = ["g", "h"].filter { _ in chance(50) }
      if !groups.isEmpty { parts.append("groups \(groups.joined(separator: ", "))") }
      if chance(10) { parts.append("status locked") }
      add("user \"u\(number)@x.example\" { \(parts.joined(separator: "; ")) }")
    }
  }

  private mutating func writeRules() {
    let pairs = [
      ("password and email", "password"), ("2 factors", "any 1"),
      ("password and (email or phone)", "password or email"), ("password", "password or phone"),
    ]
    let (strict, lax) = pairs[Int.random(in: 0..<pairs.count, using: &random)]
    let age = one(of: ["", "; reauthenticate every 1h"])
    let isOlder = relaxation == "age"
    let first = isOlder ? "; reauthenticate every 1h" : age
    add(
      "sign-on \"a\" { when group g; require \(strict)\(first) }",
      relaxed: "sign-on \"a\" { when group g; require "
        + "\(relaxation == "requirement" ? lax : strict)"
        + (isOlder ? "; reauthenticate every 8h }" : "\(first) }"))
    let demand = one(of: ["password", "password and email", "any 1", "2 factors", "email"])
    add("sign-on { require \(demand)\(age) }")
    if relaxation == "idle" {
      add("session-policy { idle 30m }", relaxed: "session-policy { idle 2h }")
    } else if isOlder {
      add("session-policy { idle 24h }")
    } else if chance(25) {
      add("session-policy { mfa always }")
    }
  }

  private mutating func writeProviders() {
    let users = [
      "everyone", "group g", "not group g", "\"u1@x.example\"", "unknown \"account at P\"",
      "group h and unknown \"account at P\"", "unknown \"account at Q\"",
    ]
    for name in ["P", "Q"] where name == "P" || chance(50) {
      var lines: [String] = []
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        lines.append("signs-in \(one(of: users))")
      }
      if chance(25) { lines.append("offered off") }
      let more = relaxation == "users" && name == "P" ? ["signs-in \(one(of: users))"] : []
      // Which line is first makes no difference.
      let all = chance(50) ? more + lines : lines + more
      add(
        "idp \"\(name)\" { \(lines.joined(separator: "; ")) }",
        relaxed: "idp \"\(name)\" { \(all.joined(separator: "; ")) }")
    }
    if relaxation == "provider" { new += "idp \"R\" { signs-in \(one(of: users)) }\n" }
    if chance(40) { add("routing { when login \"u1*\"; to idp \"P\" }") }
    if chance(20) { add("routing { to idp \"P\" }") }
  }
}
