import CommandSupport
import FlowTerminal
import Testing

/// Pairs of orgs of a reviewer: what changes access, what doesn't, and how it is said.
@Suite struct ReviewedDiffTests {
  private func diff(_ old: String, _ new: String, _ more: String...) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    func org(_ settings: String) -> String { "org x {\n\(settings)\n}\n" }
    let paths = [
      try folder.write("old.flow", org(old)), try folder.write("new.flow", org(new)),
    ]
    return await Shell(drawsAnew: true)(["diff"] + paths + more)
  }

  private static let corp = """
    authenticators password
    sign-on { require password }
    user "bob@x.example" { password "Correct-Horse-1" }
    user "eve@corp.example" { password "Correct-Horse-1" }
    """

  @Test("Users that a domain sends to an identity provider are a class of their own")
  func domains() async throws {
    let sent = Self.corp + "\nidp \"Corp\" { domains \"corp.example\" }"
    let there = try await diff(Self.corp, sent)
    #expect(there.output.contains("stronger: eve@corp.example: password"), "\(there.all)")
    let back = try await diff(sent, Self.corp)
    #expect(back.output.contains("weaker: eve@corp.example: password, now enough"), "\(back.all)")
    let folder = try TemporaryFolder()
    let run = await Shell()("audit", try folder.write("org.flow", "org x {\n\(sent)\n}\n"))
    #expect(
      run.output.contains(
        "eve@corp.example can't get in: they are routed to the identity provider `Corp`"),
      "\(run.all)")
  }

  private static func locking(_ recovery: String) -> String {
    """
    authenticators password, email, phone via sms
    sign-on { require password and phone }
    enrollment { required password; ask never }
    recovery { \(recovery) }
    user "lou@x.example" { password "Correct-Horse-1"; phone "+15551234567"; status locked }
    """
  }

  @Test(
    "A weaker unlock is weaker",
    arguments: [
      ("unlock by phone; unlock-second by email", "unlock by email"),
      ("deny unlock", "unlock by email"),
    ])
  func unlock(before: String, after: String) async throws {
    let run = try await diff(Self.locking(before), Self.locking(after))
    #expect(run.status == .failed, "\(run.all)")
    #expect(
      run.output.contains("weaker: lou@x.example: unlock the account, then email, now enough"),
      "\(run.all)")
    let back = try await diff(Self.locking(after), Self.locking(before))
    #expect(back.status == .success && back.output.contains("stronger: lou@x.example"))
  }

  @Test("Who can now be locked out gains nothing by unlocking the account")
  func onlyOneLocks() async throws {
    func org(_ rule: String) -> String {
      """
      authenticators password, email, webauthn
      sign-on { \(rule) }
      recovery { unlock by email }
      user "eve@x.example" { password "Correct-Horse-1"; passkey eve }
      """
    }
    let run = try await diff(org("deny"), org("require password and webauthn"))
    #expect(!run.output.contains("unlock"), "\(run.all)")
    // The way in counts.
    #expect(run.output.contains("weaker: eve@x.example"), "\(run.all)")
  }

  @Test("The flow of a zone that has grown fails before")
  func witnessOfZone() async throws {
    func org(_ ip: String) -> String {
      """
      authenticators password, phone via sms
      zone "office" { ip "\(ip)" }
      sign-on "desk" { when zone "office"; require password }
      sign-on { require password and phone }
      user "bob@x.example" { password \"Correct-Horse-1\"; phone "+15551234567" }
      """
    }
    let run = try await diff(org("10.0.0.0/16"), org("10.0.0.0/15"))
    #expect(run.output.contains("start sign-in with ip = \"10.1."), "\(run.all)")
    #expect(!run.output.contains("zone = "), "\(run.all)")
    #expect(run.output.contains("the zone `office` now also contains 10.1.0.0/16\n"))
  }

  private static func plain(_ settings: String, _ user: String = "") -> String {
    """
    authenticators password, phone via sms
    enrollment { required password; ask never }
    \(settings)
    user "ann@x.example" { password "Correct-Horse-1"; phone "+15551234567"; \(user) }
    """
  }

  @Test(
    "A change that affects no one's access isn't a difference",
    arguments: [
      (
        plain("sign-on { require password }", "status password-expired"),
        plain("sign-on { require password }")
      ),
      (
        plain("sign-on { require password then phone }"),
        plain("sign-on { require phone then password }")
      ),
      (
        plain("sign-on { require password }\nsession-policy { lifetime 8h; idle 10h }"),
        plain("sign-on { require password }\nsession-policy { lifetime 8h; idle 12h }")
      ),
    ])
  func same(first: String, second: String) async throws {
    for (old, new) in [(first, second), (second, first)] {
      let run = try await diff(old, new)
      #expect(run.status == .success, "\(run.all)")
      #expect(run.output.contains("no difference: "), "\(run.all)")
    }
  }

  @Test("A user who was moved is named with the groups, and a renamed group moves no one")
  func moved() async throws {
    func org(_ groups: String, _ rule: String) -> String {
      Self.plain("sign-on { when group \(rule); require password }\nsign-on { deny }", groups)
    }
    let run = try await diff(
      org("groups contractors", "staff, contractors"), org("groups staff", "staff, contractors"))
    #expect(
      run.output.contains("ann@x.example is in staff, and was in contractors\n"), "\(run.all)")
    let renamed = try await diff(org("groups staff", "staff"), org("groups team", "team"))
    #expect(
      renamed.output.hasPrefix("no difference: ")
    )
  }

  @Test("An enrollment in a zone of all addresses isn't a note")
  func everywhere() async throws {
    func org(_ ip: String) -> String {
      """
      org x {
        authenticators password, phone via sms
        zone "any" { ip \(ip) }
        sign-on { require password and phone }
        enrollment { when zone "any"; required password, phone }
        user "cas@x.example" { password "Correct-Horse-1" }
      }

      """
    }
    let folder = try TemporaryFolder()
    for ip in ["\"0.0.0.0/0\", \"::/0\"", "\"0.0.0.0/1\", \"128.0.0.0/1\""] {
      let run = await Shell()("audit", try folder.write("org.flow", org(ip)))
      #expect(run.output.contains("warning[weaker-route]"), "\(run.all)")
    }
    let office = await Shell()("audit", try folder.write("org.flow", org("\"10.0.0.0/8\"")))
    #expect(office.output.contains("note[weaker-route]"), "\(office.all)")
  }

  @Test("Routes with the same methods are distinguished by their authenticators")
  func traits() async throws {
    func org(_ demand: String) -> String {
      """
      org x {
        authenticators password, webauthn
        sign-on { require password and \(demand) }
        user "bob@x.example" {
          password "Correct-Horse-1"; passkey bob; passkey chip { hardware-protected on }
        }
      }

      """
    }
    let folder = try TemporaryFolder()
    let plain = try folder.write("a.flow", org("possession"))
    let chip = try folder.write("b.flow", org("hardware-protected possession"))
    let difference = "password, then webauthn, if webauthn is hardware-protected"
    let stronger = await Shell()("diff", plain, chip)
    #expect(stronger.output.contains("now: \(difference)\n"), "\(stronger.all)")
    let weaker = await Shell()("diff", chip, plain)
    #expect(weaker.output.contains("before: \(difference)\n"), "\(weaker.all)")
  }

  @Test("An unknown fact is stated once, and not if it makes no difference")
  func facts() async throws {
    func org(_ rules: String) -> String {
      """
      org x {
        authenticators password, email
        sign-on "no" { when risk high; deny }
        \(rules)
        user "ada@x.example" { password "Correct-Horse-1"; email "ada@x.example" }
      }

      """
    }
    let folder = try TemporaryFolder()
    let strict = "sign-on { require password and email }"
    let old = try folder.write(
      "a.flow", org("sign-on \"x\" { when unknown \"x\"; deny }" + "\n" + strict))
    let one = try folder.write(
      "b.flow", org("sign-on \"x\" { when unknown \"x\"; deny }\nsign-on { require password }"))
    let relied = await Shell()("diff", old, one)
    let words = "unless `x` holds (unknown)"
    #expect(relied.output.contains(words), "\(relied.all)")
    #expect(
      relied.output.split(separator: "weaker: ").allSatisfy {
        $0.split(separator: words, omittingEmptySubsequences: false).count <= 2
      }, "\(relied.all)")
    let both = try folder.write(
      "c.flow",
      org(
        "sign-on \"y\" { when unknown \"y\"; require password }\nsign-on \"y\" { require password }"
          .replacing("sign-on \"y\" { require", with: "sign-on { require")))
    let certain = await Shell()("diff", try folder.write("d.flow", org(strict)), both)
    #expect(certain.output.contains("weaker: "), "\(certain.all)")
    for line in certain.lines {
      #expect(!(line.contains("  if `y`") && line.contains("unless `y`")), "\(certain.all)")
    }
  }

  @Test("A folder of a pull leads to the command that compares pulls")
  func folder() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", "org x { authenticators password }\n")
    for operands in [[folder.path, script], [script, folder.path]] {
      let run = await Shell()(["diff"] + operands)
      #expect(run.status == .usage && run.errors.contains("is a folder"), "\(run.all)")
      #expect(run.errors.contains("`flow gate OLD NEW`"), "\(run.all)")
    }
  }
}
