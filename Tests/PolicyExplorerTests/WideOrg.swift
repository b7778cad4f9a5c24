import TestSupport

/// A small random org whose policies use everything they can.
///
/// They use the users' location and device, the age of passwords and sessions, and grace periods.
struct WideOrg {
  let made: RandomOrg
  /// The verifications in the users' sessions, by their logins.
  let sessions: [String: [String]]
  /// Addresses in every combination of its zones, at their edges and beside them.
  static let addresses = [
    "10.0.0.0", "10.255.255.255", "11.0.0.0", "10.9.0.7", "10.9.1.0", "192.0.2.16", "192.0.2.15",
    "192.0.2.40", badAddress, "198.51.100.1", "2001:db8::1",
  ]
  static let badAddress = "203.0.113.77"

  /// The org of a seed; `nil` if the random settings are invalid.
  init?(seed: UInt64) throws {
    var writer = Writer(random: SeededGenerator(seed: seed &+ 77_000))
    writer.write()
    guard let made = try RandomOrg(text: writer.text, people: writer.people) else { return nil }
    self.made = made
    sessions = writer.sessions
  }

  private struct Writer {
    var random: SeededGenerator
    var text = ""
    var people: [RandomOrg.Person] = []
    var sessions: [String: [String]] = [:]
    private var hasPhone = false
    private var hasCodes = false
    private var hasQuestions = false

    init(random: SeededGenerator) { self.random = random }

    private mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func one(of words: [String]) -> String {
      words[Int.random(in: 0..<words.count, using: &random)]
    }

    private mutating func add(_ line: String) { text += line + "\n" }

    mutating func write() {
      (hasPhone, hasCodes, hasQuestions) = (chance(50), chance(50), chance(30))
      add(
        "authenticators \(names.joined(separator: ", "))".replacing(
          "phone", with: "phone via sms or voice"))
      add("codes { attempts 1 }")
      add("lockout { after 1 attempts }")
      if chance(25) { add("sign-in identifier-and-password") }
      if chance(20) { add("keep-me-signed-in asked") }
      add("zone \"office\" { ip \"10.0.0.0/8\" }")
      // A part of it is in the office, too.
      add("zone \"vpn\" { ip \"192.0.2.16-192.0.2.47\", \"10.9.0.0/24\" }")
      add("zone \"bad\" { ip \"203.0.113.0/24\"; blocked \(chance(50) ? "on" : "off") }")
      add("assurance \"Macs\" { platform macos; os-version \"14\" }")
      add("assurance \"New Macs\" { platform macos; os-version \"15\"; secure-hardware required }")
      add("assurance \"PCs\" { platform windows; secure-hardware required }")
      for name in ["s", "t"] where chance(50) {
        add("session-policy \"\(name)\" { when \(conditions()); \(session()) }")
      }
      if chance(40) { add("session-policy { \(session()) }") }
      for name in ["a", "b", "c"] where chance(60) {
        let demand = chance(15) ? "deny" : requirement() + reauthentication()
        add("sign-on \"\(name)\" { when \(conditions()); \(demand) }")
      }
      add("sign-on { \(requirement())\(reauthentication()) }")
      if chance(50) { addEnrollment("\"e\"", "when \(places()); ") }
      if chance(50) { addEnrollment("", "") }
      if chance(50) { addPasswords("\"p\"", "when \(personal()); ") }
      if chance(50) { addPasswords("", "") }
      if chance(40) { addRecovery("\"r\"", "when \(places()); ") }
      if chance(50) { addRecovery("", "") }
      for index in 1...Int.random(in: 1...2, using: &random) { addPerson(index) }
    }

    private var names: [String] {
      ["password", "email"] + (hasPhone ? ["phone"] : []) + (hasCodes ? ["google-otp"] : [])
        + (hasQuestions ? ["security-question"] : [])
    }

    private mutating func personal() -> String { one(of: ["group g", "not group g", "group h"]) }

    /// The conditions that every policy can use.
    private mutating func places() -> String {
      let zone = one(of: [
        "zone \"office\"", "zone \"office\", \"vpn\"", "not zone \"bad\"", "unknown \"v\"",
      ])
      return chance(50) ? zone : "\(personal()) and \(zone)"
    }

    private mutating func conditions() -> String {
      let circumstances = [
        "zone \"office\"", "zone \"office\", \"vpn\"", "not zone \"vpn\"", "risk high",
        "risk medium, high", "not risk low", "device registered", "device managed",
        "not device registered", "platform mobile", "platform macos, windows", "zone \"bad\"",
        "unknown \"u\"", "not unknown \"u\"", "unknown \"u\", \"v\"", "behavior \"x\"",
        "not behavior \"x\", \"y\"", "assurance \"Macs\"", "assurance \"Macs\", \"PCs\"",
        "not assurance \"New Macs\"",
      ]
      let first = chance(40) ? personal() : one(of: circumstances)
      guard chance(40) else { return first }
      return first + " and " + one(of: circumstances)
    }

    private mutating func requirement() -> String {
      var all = [
        "any 1", "any 2", "password", "password and email", "password and possession", "2 factors",
        "possession", "knowledge", "email then password", "password or email",
        "2 factors with possession",
      ]
      if hasPhone { all += ["password and phone via voice", "phone", "email or phone via sms"] }
      if hasCodes { all += ["password then (email or google-otp)", "google-otp or email"] }
      return "require " + one(of: all)
    }

    private mutating func reauthentication() -> String {
      one(of: [
        "", "", "; reauthenticate always", "; reauthenticate every 30m",
        "; reauthenticate password every 15m", "; reauthenticate possession every 3h",
      ])
    }

    private mutating func session() -> String {
      one(of: [
        "mfa always", "mfa every 1h", "mfa per device", "require password", "idle 30m",
        "lifetime 1h; idle 50m", "mfa per device; idle 4h", "deny",
      ])
    }

    private mutating func addEnrollment(_ name: String, _ conditions: String) {
      var (required, optional): ([String], [String]) = ([], [])
      for name in names where chance(40) {
        guard chance(50) else {
          optional.append(name)
          continue
        }
        let delay = one(of: ["", "", " within 2 skips", " until \"2027-02-01\""])
        required.append(name + (name == "password" || name == "email" ? "" : delay))
      }
      var parts: [String] = []
      if !required.isEmpty { parts.append("required \(required.joined(separator: ", "))") }
      if !optional.isEmpty { parts.append("optional \(optional.joined(separator: ", "))") }
      guard !parts.isEmpty else { return }
      if chance(20) { parts.append("ask never") }
      add("enrollment \(name) { \(conditions)\(parts.joined(separator: "; ")) }")
    }

    private mutating func addPasswords(_ name: String, _ conditions: String) {
      let age = one(of: ["expire after 30 days", "expire after 30 days; warn 5 days"])
      add("passwords \(name) { \(conditions)\(age) }")
    }

    private mutating func addRecovery(_ name: String, _ conditions: String) {
      guard !chance(20) else {
        add("recovery \(name) { \(conditions)deny password, unlock }")
        return
      }
      let first = names.filter { $0 != "password" && $0 != "security-question" }
      let second = names.filter { $0 == "phone" || $0 == "security-question" }
      var parts = ["password by \(one(of: first))"]
      if !second.isEmpty, chance(30) { parts.append("password-second by \(one(of: second))") }
      if chance(60) { parts.append("unlock by \(one(of: first))") }
      if chance(40) { parts.append("after-unlock sign-in") }
      add("recovery \(name) { \(conditions)\(parts.joined(separator: "; ")) }")
    }

    private mutating func addPerson(_ index: Int) {
      let login = "u\(index)@acme.example"
      let age = one(of: ["", "", " set 26 days ago", " set 40 days ago"])
      var parts = ["password \"\(RandomOrg.password)\"\(age)"]
      let groups = ["g", "h"].filter { _ in chance(50) }
      if !groups.isEmpty { parts.append("groups \(groups.joined(separator: ", "))") }
      var person = RandomOrg.Person(login: login, hasCodeKey: false, hasQuestion: false)
      if hasPhone, chance(50) { parts.append("phone \"\(RandomOrg.phone)\"") }
      if hasCodes, chance(50) {
        parts.append("google-otp \"\(RandomOrg.codeKey)\"")
        person.hasCodeKey = true
      }
      if hasQuestions, chance(50) {
        parts.append("security-question \"disliked_food\" answer \"\(RandomOrg.answer)\"")
        person.hasQuestion = true
      }
      if chance(15) { parts.append("status \(one(of: ["locked", "password-expired"]))") }
      if chance(50) {
        let verified = one(of: ["password", "password, email", "email"])
        parts.append("session \(verified) \(one(of: ["2m", "20m", "2h"])) ago")
        sessions[login] = verified.split(separator: ", ").map(String.init)
      }
      people.append(person)
      add("user \"\(login)\" { \(parts.joined(separator: "; ")) }")
    }
  }
}
