import CommandSupport
import FlowCLI
import FlowEngine
import FlowScript
import FlowHTTP
import FlowTerminal
import NextAuthEngine
import Testing

/// Words that had another spelling: scripts may use either.
@Suite("Old spellings")
struct OldSpellingTests {
  /// A script with every word that has two spellings, in each place where it may be written.
  private static func script(_ isOld: Bool) -> String {
    let (enroll, setting) = isOld ? ("enrol", "enrolment") : ("enroll", "enrollment")
    return """
      org bank for nextauth {
        server "bank.example" { ping 60s; second-factor never; \(setting) stays }
        account "jane"
        device { pin "4711" }
      }

      profile confirming {
        on confirm-\(enroll) submit
      }

      flow "a start, a subject, a step, a path and facts" {
        engine nextauth
        start \(enroll) with name = "ann"
        on ready \(enroll) when kind is "\(enroll)" and not kind is not "\(enroll)" submit
        on confirm-\(enroll) when step is confirm-\(enroll) and offers confirm-\(enroll) {
          submit
          expect kind is "\(enroll)"
        }
        on active when step is not "confirm-\(enroll)" stop
        expect finished and path contains ready \(enroll), confirm-\(enroll)
        expect path never confirm-login
      }

      flow "a row" for way in login, \(enroll) {
        engine nextauth
        start push with type = way
        on ready way stop
        expect stopped and kind is way
      }

      flow "an error" {
        engine nextauth
        start \(enroll) with name = "sam", age = 1h
        on ready stop
        expect failure and error is "\(enroll)-qr-expired"
      }

      flow "an event" {
        engine nextauth
        on ready login once meanwhile \(enroll) with name = "kim"
        on ready \(enroll)     stop
        on ready            stop
        expect stopped
      }

      flow "a profile" {
        engine nextauth
        use confirming
        start \(enroll) with name = "eve"
        on ready  submit
        on active stop
        expect finished
      }

      """
  }

  @Test("Both spellings give the same runs", arguments: [true, false])
  func runs(isOld: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.flow", Self.script(isOld))
    let run = await Shell()("test", path)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("6 flows: 6 passed"), "\(run.all)")
  }

  @Test("A condition with another word fails in either spelling", arguments: ["enrol", "enroll"])
  func differs(word: String) async throws {
    let conditions = [
      ("kind is \"\(word)\"", true), ("kind contains \"\(word)\"", true),
      ("path contains confirm-\(word)", true), ("kind is not \"\(word)\"", false),
      ("kind is \"login\"", false), ("not path contains confirm-\(word)", false),
      ("path never ready \(word)", false), ("kind matches \"*-\(word)\"", false),
    ]
    for (condition, holds) in conditions {
      let folder = try TemporaryFolder()
      let path = try folder.write(
        "a.flow",
        """
        org bank for nextauth { server "b" { second-factor never }; account "jane" }
        flow "a" {
          engine nextauth
          start \(word) with name = "ann"
          on ready submit
          on confirm-\(word) submit
          on active stop
          expect finished and \(condition)
        }

        """)
      let run = await Shell()("run", path)
      #expect(run.status == (holds ? .success : .failed), "\(condition): \(run.all)")
    }
  }

  @Test("A check warns of every old word, and --fix writes the current ones")
  func fix() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.flow", Self.script(true))
    let check = await Shell()("check", path)
    #expect(check.status == .success, "\(check.all)")
    let warnings = check.output.count(of: "warning[old-spelling]")
    #expect(warnings == Self.script(true).count(of: "enrol"), "\(check.all)")
    #expect(check.output.count(of: "warning[") == warnings, "\(check.all)")
    #expect(check.output.contains("`confirm-enrol` is an old spelling"))
    #expect(check.output.contains("write `confirm-enroll`; `flow check --fix` does it"))
    let fixed = await Shell()("check", "--fix", path)
    #expect(fixed.output.hasSuffix("1 file checked: 0 errors, 0 warnings\n"), "\(fixed.all)")
    let text = String(decoding: try ScriptFiles.read(path), as: UTF8.self)
    #expect(text == Self.script(false))
    #expect(await Shell()("fmt", "--check", path).status == .success)
  }

  @Test(
    "A name of the user's own isn't an old spelling",
    arguments: [
      "let enrol = \"x\"\non identify answer identifier = enrol\non challenge skip\n",
      "flow \"enrol\" tagged enrol { on identify answer identifier = \"enrol\" }\n",
      "org enrol for nextauth { server \"enrol\" { }; account \"enrol\" }\n"
        + "flow \"a\" { engine nextauth; on ready submit; on confirm-login choose enrol }\n",
    ])
  func others(script: String) async throws {
    let folder = try TemporaryFolder()
    let check = await Shell()("check", try folder.write("a.flow", script))
    #expect(!check.output.contains("old-spelling"), "\(check.all)")
  }

  @Test("Lists, help and completion have only the current words")
  func lists() async throws {
    let old = #/\b(?:[a-z]+-)?enrol(?:ment)?\b/#
    for arguments in [
      ["names", "nextauth"], ["names", "nextauth", "--json"], ["names", "nextauth", "settings"],
      ["names", "idx"], ["names", "idx", "settings"], ["explain"],
    ] {
      let run = await Shell()(arguments)
      #expect(run.status == .success)
      let found = run.output.matches(of: old).map { String($0.output) }
      #expect(found.isEmpty, "\(arguments): \(found)")
    }
    for arguments in [["confirm-enrol"], ["settings", "enrolment"]] {
      let run = await Shell()(["names", "nextauth"] + arguments)
      #expect(run.output.contains("enroll") && run.output.contains("example"), "\(run.all)")
    }
    let vocabulary = NextAuthEngine.vocabulary
    for word in vocabulary.oldSpellings.words {
      #expect(vocabulary.oldSpellings.replacement(for: word.uppercased()) != nil)
    }
  }

  // MARK: Findings of an audit

  private static func org(_ accepted: String) -> String {
    """
    org acme {
      authenticators password, okta-verify
      okta-verify { enroll never }
      user "ann@acme.example" { password "Correct-Horse-1" }
      enrollment { required okta-verify within 3 skips }
      sign-on { require password }
    \(accepted)}

    """
  }

  @Test(
    "A finding can be accepted, explained and compared by its old id", arguments: [true, false])
  func finding(isOld: Bool) async throws {
    let id = isOld ? "enrolment-impossible" : "enrollment-impossible"
    let folder = try TemporaryFolder()
    let line = "  accept \"\(id)\" \"until the phones arrive\"\n"
    let path = try folder.write("org.flow", Self.org(line))
    let audit = await Shell(drawsAnew: true)("audit", path)
    #expect(audit.status == .success, "\(audit.all)")
    #expect(audit.output.hasSuffix("acme: 0 findings, 1 accepted\n"), "\(audit.all)")
    let check = await Shell()("check", "--fix", path)
    #expect(check.output.contains("0 errors, 0 warnings"), "\(check.all)")
    let text = String(decoding: try ScriptFiles.read(path), as: UTF8.self)
    #expect(text == Self.org(line.replacing("enrolment", with: "enrollment")))
    let page = await Shell()("explain", id)
    #expect(page.output.hasPrefix("enrollment-impossible: "), "\(page.all)")
  }

  @Test("A finding keeps the fingerprint that it had under its old id")
  func fingerprint() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("org.flow", Self.org(""))
    let audit = await Shell(drawsAnew: true)("audit", path, "--json")
    #expect(audit.output.contains("\"id\":\"enrollment-impossible\""), "\(audit.all)")
    #expect(audit.output.contains("\"fingerprint\":\"66515715b076\""), "\(audit.all)")
  }
}
