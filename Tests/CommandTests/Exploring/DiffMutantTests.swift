import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

/// `flow diff` of each org of the audit with its weak variant: only the change is reported.
@Suite struct DiffMutantTests {
  private static let cases = WeakOrgs.bases.indices.flatMap { base in
    WeakOrgs.all.indices.map { (base, $0) }
  }

  @Test("A weakness is reported by its effect", arguments: cases)
  func mutant(base: Int, weakness: Int) async throws {
    let old = WeakOrgs.Parts(WeakOrgs.bases[base])
    let weakness = WeakOrgs.all[weakness]
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write("old.flow", old.text),
      try folder.write("new.flow", weakness.change(old).text),
    ]
    let run = await Shell(drawsAnew: true)(["diff"] + paths)
    let told = run.lines.filter { line in
      ["weaker: ", "stronger: ", "new: ", "gone: "].contains(where: line.hasPrefix)
    }
    let expected = Self.expected(of: weakness, WeakOrgs.bases[base].name)
    let others = told.filter { !$0.contains("er: new@acme.example: ") }
    #expect(others == expected, "\(weakness.name): \(run.all)")
    // The old policies didn't let a user with only a password in.
    let isNewWeaker = told.contains { $0.hasPrefix("weaker: new@acme.example: ") }
    #expect(isNewWeaker == (weakness.name == "enrolled on the way"), "\(run.all)")
    let isWeaker = isNewWeaker || expected.contains { $0.hasPrefix("weaker") }
    #expect(run.status == (isWeaker ? .failed : .success))
  }

  /// Each staff member's factors in a base, beside the password.
  private static func things(_ base: String) -> [String] {
    switch base {
    case "phones": ["phone via sms"]
    case "codes": ["google-otp"]
    case "keys": ["webauthn"]
    case "apps": ["okta-verify via push"]
    default: ["phone via sms", "google-otp"]
    }
  }

  private static func expected(of weakness: WeakOrgs.Weakness, _ base: String) -> [String] {
    let (ada, sam, new) = ("ada@acme.example", "sam@acme.example", "new: new@acme.example")
    let forgot = "forgot the password, then email, then set a new password"
    switch weakness.name {
    case "enrolled on the way", "nothing to meet the rule with": return [new]
    case "recovered by what is asked for":
      return [
        "weaker: \(sam): \(forgot), now enough",
        "weaker: \(ada): \(forgot), then webauthn, now enough",
      ] + things(base).map { "stronger: \(sam): password, then \($0), no longer enough" }
    case "one code is enough":
      var own = things(base)
      // A requirement that asks for nothing is as good, if the app is enrolled.
      if base == "apps" { own.insert("okta-verify via fastpass", at: 0) }
      return (["password", "email"] + own).map { "weaker: \(sam): \($0), now enough" }
    case "a message in place of a key":
      return ["phone via sms", "okta-verify via fastpass"].map {
        "weaker: \(ada): password, then \($0), now enough"
      }
    case "an app that never enrolls":
      // A user who already has the app isn't asked for it.
      let own = base == "apps" ? [] : things(base)
      return ["stronger: \(ada): password, then webauthn, no longer enough"]
        + own.map { "stronger: \(sam): password, then \($0), no longer enough" } + [new]
    default: return []
    }
  }
}
