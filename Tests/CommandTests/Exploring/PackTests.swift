import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import PolicyExplorer
import Testing

/// The packs of claims: each claim is true for a sound org, and broken by a forbidden setting.
@Suite struct PackTests {
  /// An org for each pack that breaks none of its claims.
  private static func sound(_ pack: String) -> String {
    let (passwords, rules) =
      pack == "disa-okta"
      ? (
        """
        passwords { min-length 15; min-symbol 1; min-age 24h; expire after 60 days
          common forbidden; history 5; lockout after 3 attempts }
        """,
        """
        sign-on "inside" { when zone "office"; require DEMAND }
          sign-on "rest" { deny }
        """
      )
      : (
        """
        passwords { min-length 15; min-lower 0; min-upper 0; min-number 0; common forbidden
          lockout after 10 attempts }
        """, "sign-on \"all\" { require DEMAND }"
      )
    return """
      org acme {
        authenticators password, email, phone via sms, webauthn, security-question
        zone "office" { ip "10.0.0.0/8" }
        user "ada@acme.example" { password "Correct-Horse-Battery-1"; phone "+15551230101"
          groups admins; passkey ada { hardware-protected on }
          security-question "disliked_food" answer "Turnips" }
        \(passwords)
        session-policy "all" { require password; lifetime 12h; idle 15m }
        \(rules.replacing("DEMAND", with: demand))
        enrollment "all" { required password; ask never }
        recovery "all" { deny password, unlock }
      }

      """
  }

  private static let demand = "password and phishing-resistant hardware-protected possession"

  /// A change that breaks a claim: the new text and the text that it replaces.
  struct Break: Sendable, CustomTestStringConvertible {
    var pack: String
    /// The beginning of the claim's text.
    var claim: String
    var edits: [(old: String, new: String)]

    init(_ pack: String, _ claim: String, _ edits: (old: String, new: String)...) {
      self.pack = pack
      self.claim = claim
      self.edits = edits
    }

    var testDescription: String { "\(pack), \(claim)" }
  }

  private static let ofPasswords: [(claim: String, edits: [(String, String)])] = [
    (
      "3.1.1.2: a password that is the only factor",
      [(demand, "password"), ("min-length 15", "min-length 14")]
    ),
    ("3.1.1.2: a password has at least 8", [("min-length 15", "min-length 7")]),
    ("3.1.1.2: a password is compared", [("common forbidden", "common allowed")]),
    ("3.1.1.2: a password is free", [("min-upper 0", "min-upper 1")]),
    ("3.1.1.2: a password doesn't expire", [("common", "expire after 90 days; common")]),
    ("3.2.2: at most 100", [("lockout after 10 attempts", "lockout never")]),
    ("3.1.3: e-mail isn't", [(demand, "password and email")]),
    ("3.1: a security question isn't", [(demand, "password and security-question")]),
    (
      "4.2.1: a security question recovers nothing",
      [("deny password, unlock", "password by phone; password-second by security-question")]
    ),
  ]

  private static let breaks: [Break] =
    [
      Break("nist-aal1", "AAL1, 2.1.3: a session has an end", ("lifetime 12h; ", "")),
      Break(
        "nist-aal1", "AAL1, 2.1.3: a session ends after 30 days",
        ("lifetime 12h", "lifetime 31 days")
      ),
      Break("nist-aal2", "AAL2, 2.2.1", (demand, "any 1")),
      Break("nist-aal2", "AAL2, 2.2.2", (demand, "password and phone")),
      Break("nist-aal2", "AAL2, 2.2.3: a session has an end", ("lifetime 12h; ", "")),
      Break("nist-aal2", "AAL2, 2.2.3: a session ends", ("lifetime 12h", "lifetime 25h")),
      Break("nist-aal2", "AAL2, 2.2.3: an idle session", ("idle 15m", "idle 61m")),
      Break(
        "nist-aal2", "AAL2, 5.2", (demand, "password"),
        ("require password; lifetime", "require password; mfa per device; lifetime")),
      Break("nist-aal2", "AAL2, 3.1.3.3", (demand, "password and phone")),
      Break(
        "nist-aal2", "AAL2, 4.2.2.2", (demand, "password and phone"),
        ("deny password, unlock", "password by phone")),
      Break(
        "nist-aal3", "AAL3, 2.3.1", (demand, "phone"), ("require password; lifetime", "lifetime")),
      Break(
        "nist-aal3", "AAL3, 2.3.2", ("passkey ada { hardware-protected on }", "passkey ada"),
        (demand, "password and phishing-resistant possession")),
      Break("nist-aal3", "AAL3, 2.3.3: a session ends", ("lifetime 12h", "lifetime 13h")),
      Break("nist-aal3", "AAL3, 2.3.3: an idle session", ("idle 15m", "idle 16m")),
      Break(
        "nist-aal3", "AAL3, 5.2", (demand, "password"),
        ("require password; lifetime", "require password; mfa per device; lifetime")),
      Break(
        "nist-aal3", "AAL3, 4.2.2.3", (demand, "password and phone"),
        ("deny password, unlock", "password by phone")),
      Break("disa-okta", "V-273186", ("idle 15m", "idle 16m")),
      Break("disa-okta", "V-273189", ("lockout after 3", "lockout after 4")),
      Break("disa-okta", "V-273190", (demand, "password and phone")),
      Break(
        "disa-okta", "V-273193", (demand, "phone"), ("require password; lifetime", "lifetime")),
      Break("disa-okta", "V-273195", ("min-length 15", "min-length 14")),
      Break("disa-okta", "V-273196", ("min-symbol 1", "min-symbol 1; min-upper 0")),
      Break("disa-okta", "V-273197", ("min-symbol 1", "min-symbol 1; min-lower 0")),
      Break("disa-okta", "V-273198", ("min-symbol 1", "min-symbol 1; min-number 0")),
      Break("disa-okta", "V-273199", ("min-symbol 1; ", "")),
      Break("disa-okta", "V-273200", ("min-age 24h", "min-age 23h")),
      Break("disa-okta", "V-273201", ("expire after 60 days", "expire never")),
      Break("disa-okta", "V-273203", ("lifetime 12h; ", "")),
      Break("disa-okta", "V-273206", ("idle 15m", "idle 15m; persistent on")),
      Break("disa-okta", "V-273208", ("common forbidden; ", "")),
      Break("disa-okta", "V-273209", ("history 5", "history 4")),
      Break("disa-okta", "V-279693", ("\"rest\" { deny }", "\"rest\" { require \(demand) }")),
      Break("okta-admins", "every sign-in", (demand, "password and phone")),
      Break(
        "okta-admins", "what resists phishing", ("passkey ada { hardware-protected on }", ""),
        (demand, "password and phishing-resistant possession"),
        ("required password; ask never", "required password; optional webauthn")),
      Break("okta-admins", "two kinds", (demand, "password")),
      Break("okta-admins", "a session ends", ("lifetime 12h", "lifetime 13h")),
      Break("okta-admins", "an idle session", ("idle 15m", "idle 16m")),
    ]
    + ["nist-aal1", "nist-aal2", "nist-aal3"].flatMap { pack in
      ofPasswords.map { claim, edits in
        var one = Break(pack, claim)
        one.edits = edits.map { ($0.0, $0.1) }
        return one
      }
    }

  private func audit(_ text: String, _ pack: String) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let name = pack == "okta-admins" ? "okta-admins:admins" : pack
    return await Shell()(["audit", try folder.write("org.flow", text), "--json", "--pack", name])
  }

  /// The claims of a pack that an audit reports as broken, and the ones that are true.
  private func verdicts(_ outcome: Shell.Outcome) throws -> (broken: [JSON], holding: [JSON]) {
    let lines = try outcome.lines.map { try JSON(parsing: Array($0.utf8)) }
    let claims = lines.filter { $0["pack"]?.string != nil }
    return (
      claims.filter { $0["fingerprint"] != nil }, claims.filter { $0["holds"] == true }
    )
  }

  @Test("A sound org breaks no claim of a pack", arguments: ClaimPack.all.map(\.name))
  func sound(pack: String) async throws {
    let outcome = try await audit(Self.sound(pack), pack)
    let (broken, holding) = try verdicts(outcome)
    #expect(broken.isEmpty, "\(outcome.all)")
    #expect(Set(holding.compactMap { $0["claim"]?.string }).count > 4)
  }

  @Test("A forbidden setting breaks its claim, with source and cure", arguments: breaks)
  func broken(one: Break) async throws {
    var text = Self.sound(one.pack)
    for (old, new) in one.edits {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    let outcome = try await audit(text, one.pack)
    let broken = try verdicts(outcome).broken.filter {
      $0["claim"]?.string?.hasPrefix(one.claim) == true
    }
    #expect(!broken.isEmpty, "\(outcome.all)")
    for finding in broken {
      #expect(finding["source"]?.string?.isEmpty == false)
      #expect(finding["help"]?.string?.isEmpty == false)
      #expect(finding["users"]?.array == ["ada@acme.example"])
    }
  }

  /// No known org lets a user in without any verification.
  private static let unbroken = ["AAL1, 2.1.1: something is verified"]

  @Test("Each claim of each pack is broken by some org", arguments: ClaimPack.all.map(\.name))
  func everyClaim(pack: String) async throws {
    let holding = try verdicts(try await audit(Self.sound(pack), pack)).holding
    for claim in holding.compactMap({ $0["claim"]?.string }) where !Self.unbroken.contains(claim) {
      #expect(
        Self.breaks.contains { $0.pack == pack && claim.hasPrefix($0.claim) }, "\(claim)")
    }
  }

  @Test("A document's mere recommendation is a note")
  func recommended() async throws {
    let text = Self.sound("nist-aal2").replacing("lifetime 12h", with: "lifetime 25h")
    let outcome = try await audit(text, "nist-aal2")
    let broken = try verdicts(outcome).broken
    #expect(broken.map { $0["severity"]?.string } == ["note"], "\(outcome.all)")
  }

  @Test("A pack is about all users, or about the users of groups")
  func groups() async throws {
    let text = Self.sound("nist-aal2").replacing(
      "session-policy",
      with: """
        user "sam@acme.example" { password "Correct-Horse-Battery-2"; groups staff }
          sign-on "staff" { when group staff; require password }
          session-policy
        """)
    let folder = try TemporaryFolder()
    let file = try folder.write("org.flow", text)
    for (name, isBroken) in [
      ("nist-aal2", true), ("nist-aal2:staff", true), ("nist-aal2:admins", false),
      ("nist-aal2:admins,staff", true), ("nist-aal2:admins, staff", true),
    ] {
      let outcome = await Shell()("audit", file, "--pack", name)
      #expect(
        outcome.output.contains("nist-aal2, AAL2, 2.2.1: two kinds of factor are verified: ")
          == isBroken, "\(name): \(outcome.all)")
    }
  }

  @Test(
    "An unknown pack, or one about no user, is a usage error",
    arguments: [
      ("nist-aal4", "unknown pack `nist-aal4`"), ("", "unknown pack ``"),
      ("okta-admins", "missing groups for the pack `okta-admins`"),
      ("okta-admins:", "missing groups for the pack `okta-admins`"),
      ("nist-aal1:", "missing groups for the pack `nist-aal1`"),
      ("okta-admins:admin", "no user of the org `acme` is in the group `admin`"),
    ])
  func wrong(name: String, told: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("org.flow", Self.sound("nist-aal1"))
    let outcome = await Shell()("audit", file, "--pack", name)
    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains(told), "\(outcome.all)")
  }

  @Test("Packs are listed, and their claims are a script that passes the check")
  func listed() async throws {
    let list = await Shell()("names", "idx", "packs")
    for pack in ClaimPack.all {
      #expect(list.output.contains(pack.name + "\n  " + pack.title), "\(list.all)")
      let text = await Shell()("names", "idx", "packs", pack.name).output
      let folder = try TemporaryFolder()
      let file = try folder.write("claims.flow", Self.sound(pack.name) + text)
      let check = await Shell()("check", file)
      #expect(check.status == .success, "\(check.all)")
      // They are formatted as by `flow fmt`.
      let alone = try folder.write("alone.flow", text)
      let format = await Shell()("fmt", "--check", alone)
      #expect(format.status == .success, "\(format.all)")
    }
  }
}
