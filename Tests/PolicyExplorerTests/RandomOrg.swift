import OktaImport
import OktaSimulator
import TestSupport

/// A small random org, and the knowledge of its users.
struct RandomOrg {
  /// A user of the org.
  struct Person {
    var login: String
    var hasCodeKey: Bool
    var hasQuestion: Bool
  }

  static let password = "Correct-Horse-1"
  static let codeKey = "JBSWY3DPEHPK3PXP"
  static let answer = "Turnips"
  static let phone = "+15551230100"

  let text: String
  let org: Org
  let people: [Person]

  /// The org of a seed; `nil` if the random settings are invalid.
  init?(seed: UInt64) throws {
    var writer = Writer(random: SeededGenerator(seed: seed))
    writer.write()
    writer.writeAccountRules()
    try self.init(text: writer.text, people: writer.people)
  }

  /// The org of settings; `nil` if they are invalid.
  init?(text: String, people: [Person]) throws {
    guard let org = try OrgText.org(text) else { return nil }
    self.text = text
    self.org = org
    self.people = people
  }

  private struct Writer {
    var random: SeededGenerator
    var text = ""
    var people: [Person] = []
    private var authenticators = ["password", "email"]

    init(random: SeededGenerator) { self.random = random }

    /// Writes rules for enrolling an authenticator and for expired passwords.
    mutating func writeAccountRules() {
      if text.contains("recovery { "), chance(20) {
        text = text.replacing(
          "recovery { ", with: "recovery { expired-password \(requirement()); ")
      }
      guard chance(50) else { return }
      for name in ["a", "b"] where chance(50) {
        let demand = chance(30) ? "deny" : requirement()
        let condition = chance(70) ? "authenticator \(one(of: names))" : "group g"
        add("account-management \"\(name)\" { when \(condition); \(demand) }")
      }
      if chance(50) { add("account-management { \(requirement()) }") }
    }

    private mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func one(of words: [String]) -> String {
      words[Int.random(in: 0..<words.count, using: &random)]
    }

    mutating func write() {
      for (word, name) in [
        ("phone via sms", "phone"), ("google-otp", "google-otp"),
        ("security-question", "security-question"),
      ] where chance(50) {
        authenticators.append(name == "phone" ? word : name)
      }
      add("authenticators \(authenticators.joined(separator: ", "))")
      add("codes { attempts 2 }")
      add("lockout { after 2 attempts }")
      if chance(25) { add("sign-in identifier-and-password") }
      if chance(25) { add("keep-me-signed-in asked") }
      if chance(25) { add("session-policy { mfa always }") }
      for name in ["a", "b"] where chance(50) { addRule(name) }
      add("sign-on { \(requirement()) }")
      if chance(60) { addEnrollment() }
      if chance(60) { addRecovery() }
      for index in 1...Int.random(in: 1...3, using: &random) { addPerson(index) }
    }

    private mutating func add(_ line: String) { text += line + "\n" }

    private mutating func addRule(_ name: String) {
      let group = one(of: ["group g", "group h", "not group g"])
      let demand = chance(15) ? "deny" : requirement()
      add("sign-on \"\(name)\" { when \(group); \(demand) }")
    }

    private mutating func requirement() -> String {
      var all = [
        "any 1", "any 2", "password", "password and email", "password and possession", "2 factors",
        "possession", "knowledge", "email then password", "password or email",
      ]
      if authenticators.contains("google-otp") { all.append("password then (email or google-otp)") }
      if authenticators.contains("security-question") {
        all.append("2 factors without security-question")
      }
      return "require " + one(of: all)
    }

    /// The words of the authenticators, without their methods.
    private var names: [String] { authenticators.map { String($0.split(separator: " ")[0]) } }

    private mutating func addEnrollment() {
      var (required, optional): ([String], [String]) = ([], [])
      for name in names where chance(50) {
        if chance(50) { required.append(name) } else { optional.append(name) }
      }
      var parts: [String] = []
      if !required.isEmpty { parts.append("required \(required.joined(separator: ", "))") }
      if !optional.isEmpty { parts.append("optional \(optional.joined(separator: ", "))") }
      guard !parts.isEmpty else { return }
      if chance(20) { parts.append("ask never") }
      add("enrollment { \(parts.joined(separator: "; ")) }")
    }

    private mutating func addRecovery() {
      let first = names.filter { $0 == "email" || $0 == "phone" || $0 == "google-otp" }
      let second = names.filter { $0 == "phone" || $0 == "security-question" }
      var parts = ["password by \(one(of: first))"]
      if !second.isEmpty, chance(30) { parts.append("password-second by \(one(of: second))") }
      if chance(60) { parts.append("unlock by email") }
      if chance(40) { parts.append("after-unlock sign-in") }
      add("recovery { \(parts.joined(separator: "; ")) }")
    }

    private mutating func addPerson(_ index: Int) {
      let login = "u\(index)@acme.example"
      var parts = ["password \"\(RandomOrg.password)\""]
      let groups = ["g", "h"].filter { _ in chance(50) }
      if !groups.isEmpty { parts.append("groups \(groups.joined(separator: ", "))") }
      var person = Person(login: login, hasCodeKey: false, hasQuestion: false)
      if authenticators.contains("phone via sms"), chance(50) {
        parts.append("phone \"\(RandomOrg.phone)\"")
      }
      if authenticators.contains("google-otp"), chance(50) {
        parts.append("google-otp \"\(RandomOrg.codeKey)\"")
        person.hasCodeKey = true
      }
      if authenticators.contains("security-question"), chance(50) {
        parts.append("security-question \"disliked_food\" answer \"\(RandomOrg.answer)\"")
        person.hasQuestion = true
      }
      if chance(20) {
        parts.append("status \(one(of: ["locked", "password-expired", "suspended"]))")
      }
      people.append(person)
      add("user \"\(login)\" { \(parts.joined(separator: "; ")) }")
    }
  }
}
