import CommandSupport
import FlowHTTP
import FlowTerminal
import Testing

/// What `flow gate` prints about large changes, unchanged parts and rules that decide for no user.
@Suite("flow gate: text") struct GateTextTests {
  /// An org whose apps share a policy.
  private static func org(
    _ rule: String, apps: Int = 1, users: Int = 1, zone: String = "10.0.0.0/8", more: String = ""
  ) -> String {
    let people = (1...users).map { user in
      """
      user "u\(user)@x.example" {
        password "Correct-Horse-\(user)"; email "u\(user)@x.example"; phone "+1555123456\(user)"
        groups staff
      }
      """
    }
    let all = (1...apps).map { "app \"App \($0)\" { sign-on-policy \"Main\" }" }
    return """
      org acme {
        authenticators password, email, phone via sms
        zone "office" { ip "\(zone)" }
        \(people.joined(separator: "\n"))
        sign-on-policy "Main" {
          sign-on "staff" { when group staff; \(rule) }
          sign-on "rest" { require password and phone }
        }
        \(all.joined(separator: "\n"))
        \(more)
      }

      """
  }

  private static func run(
    _ old: String, _ new: String, by command: String = "gate", _ options: String...
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let files = [try folder.write("old.flow", old), try folder.write("new.flow", new)]
    return await Shell()([command] + files + options)
  }

  private static let both = "require password and phone"

  @Test(
    "A cause names what else has changed",
    arguments: [
      (
        "idp \"P\" { signs-in everyone }\nrouting \"r\" { when login \"*@x.example\"; to idp \"P\" }",
        "idp \"P\" { signs-in everyone }\nrouting \"r\" { when login \"*@y.example\"; to idp \"P\" }",
        "`routing \"r\"` has changed"
      ),
      ("recovery { deny password }", "recovery { password by email }", "`recovery` has changed"),
      ("", "idp \"P\" { signs-in everyone }", "`idp \"P\"` is new"),
    ])
  func others(old: String, new: String, words: String) async throws {
    let rule = "require password and email"
    let run = try await Self.run(
      Self.org(rule, more: old), Self.org(rule, more: new), "--format", "json")
    let first = try #require(run.output.split(separator: "\n").first, "\(run.all)")
    let causes = try #require(try JSON(parsing: Array(first.utf8))["causes"]?.array)
    #expect(!causes.isEmpty, "\(run.all)")
    #expect(
      causes.allSatisfy {
        $0["cause"]?.string?.hasSuffix("(\(words))") == true
      }, "\(run.all)")
  }

  @Test("Changes with one cause are one sentence, with the number of apps and users")
  func cause() async throws {
    let old = Self.org(Self.both, apps: 9, users: 4)
    let new = Self.org("require password", apps: 9, users: 4)
    let run = try await Self.run(old, new, "--allow", "min-length")
    #expect(run.status == .usage, "\(run.all)")
    let all = try await Self.run(old, new)
    #expect(all.status == .failed, "\(all.all)")
    let json = try await Self.run(old, new, "--format", "json")
    let first = try #require(json.output.split(separator: "\n").first)
    let object = try JSON(parsing: Array(first.utf8))
    let causes = try #require(object["causes"]?.array)
    #expect(causes.count == 1, "\(json.all)")
    #expect(causes.first?["cause"]?.string == "rule `staff` of policy `Main` has changed")
    #expect(causes.first?["apps"]?.array?.count == 9, "\(json.all)")
    #expect(causes.first?["users"]?.integer == 4, "\(json.all)")
    #expect(object["passed"]?.bool == false, "\(json.all)")
  }

  @Test("A big change shows some examples, and says how many it leaves out")
  func limit() async throws {
    // The clients of the apps differ, so each is compared by itself.
    func org(_ rule: String) -> String {
      Self.org(
        rule,
        more: (1...8).map { "app \"Web \($0)\" { sign-on-policy \"Main\"; client-id \"c\($0)\" }" }
          .joined(separator: "\n"))
    }
    let (old, new) = (
      org(Self.both), org("require password").replacing("client-id \"c", with: "client-id \"d")
    )
    let run = try await Self.run(old, new)
    #expect(run.status == .failed, "\(run.all)")
    let sentence = "weaker: rule `staff` of policy `Main` has changed: 9 apps, 1 user"
    #expect(run.output.contains(sentence), "\(run.all)")
    #expect(run.output.split(separator: "\nweaker: u1@x.example").count <= 3, "\(run.all)")
    #expect(run.output.contains("7 more changes with these causes"), "\(run.all)")
    let comment = try await Self.run(old, new, "--format", "markdown")
    #expect(comment.output.contains("7 more changes"), "\(comment.all)")
    #expect(comment.output.split(separator: "| weaker |").count == 3, "\(comment.all)")
    // The totals come after what isn't shown, and include it.
    let end = try #require(run.output.firstRange(of: "7 more changes"))
    let totals = try #require(run.output.firstRange(of: "9 weaker, 0 stronger"))
    #expect(end.upperBound < totals.lowerBound, "\(run.all)")
    #expect(run.output.split(separator: " weaker, ").count == 2, "\(run.all)")
    let all = try await Self.run(old, new, "--all")
    #expect(all.output.split(separator: "\nweaker: u1@x.example").count == 10, "\(all.all)")
    #expect(!all.output.contains("more changes"), "\(all.all)")
    // Nothing is left out for programs.
    let json = try await Self.run(old, new, "--format", "json")
    let changes = try json.output.split(separator: "\n").dropFirst().compactMap {
      try JSON(parsing: Array($0.utf8))["changes"]?.array?.count
    }
    #expect(changes.reduce(0, +) == 9, "\(json.all)")
  }

  @Test("A zone that has changed is named with the rule that names it")
  func zone() async throws {
    let rule = "when zone office; require password"
    let run = try await Self.run(
      Self.org(rule, apps: 2, users: 2), Self.org(rule, apps: 2, users: 2, zone: "10.0.0.0/7"))
    #expect(run.status == .failed, "\(run.all)")
    let json = try await Self.run(
      Self.org(rule), Self.org(rule, zone: "10.0.0.0/7"), "--format", "json")
    let cause = "rule `staff` of policy `Main` decides, was rule `rest` (zone `office` has changed)"
    #expect(json.output.contains(cause), "\(json.all)")
    let blocked = Self.org(rule).replacing(
      "zone \"office\" {", with: "zone \"office\" { blocked on;")
    let shut = try await Self.run(Self.org(rule), blocked, "--format", "json")
    #expect(
      shut.output.contains("no way in, was rule `staff` (zone `office` is blocked now)"),
      "\(shut.all)")
  }

  @Test("A rule without a name isn't said to be the same")
  func unnamed() async throws {
    func org(_ rule: String) -> String {
      Self.org("require password").replacing(
        "sign-on \"staff\" { when group staff; require password }", with: ""
      ).replacing("sign-on \"rest\" { require password and phone }", with: "sign-on { \(rule) }")
    }
    let run = try await Self.run(org(Self.both), org("require password"), "--format", "json")
    #expect(run.status == .failed && !run.output.contains("hasn't changed"), "\(run.all)")
  }

  @Test("A changed rule that decides for no user is named", arguments: ["gate", "diff"])
  func undecided(command: String) async throws {
    func org(_ rule: String, _ group: String = "ghosts") -> String {
      Self.org("require password").replacing(
        "sign-on \"rest\"",
        with: "sign-on \"ghosts\" { when group \(group); \(rule) }\nsign-on \"rest\""
      )
    }
    let note =
      "the rule `ghosts` of `sign-on` has changed, but it decides for no user in either org"
    let changed = try await Self.run(
      org(Self.both), org("require password"), by: command)
    #expect(changed.status == .success && changed.output.contains(note), "\(changed.all)")
    // The layout isn't a change.
    let layout = org(Self.both).replacing(
      "{ when group ghosts", with: "{\n  # x\n  when group ghosts")
    let same = try await Self.run(org(Self.both), layout, by: command)
    #expect(!same.output.contains("has changed"), "\(same.all)")
    // A rule that decides in the old org does decide.
    func deciding(_ rule: String) -> String {
      org(rule, "staff").replacing(
        "{ when group staff; require password }", with: "{ when group x; deny }")
    }
    let decided = try await Self.run(
      deciding(Self.both), deciding("require phone"), by: command)
    #expect(decided.status == .failed, "\(decided.all)")
    #expect(!decided.output.contains("decides for no user"), "\(decided.all)")
  }

  @Test("An incomplete answer doesn't say that everyone gets in as before")
  func incomplete() async throws {
    let (old, new) = (Self.org(Self.both), Self.org(Self.both, more: "gap \"zones\""))
    let run = try await Self.run(old, new)
    #expect(run.status == .failed && run.errors.contains("not complete"), "\(run.all)")
    #expect(run.output.contains("in what was compared, everyone gets in"), "\(run.all)")
    let comment = try await Self.run(old, new, "--format", "markdown")
    #expect(comment.output.contains("In what was compared, everyone gets in"), "\(comment.all)")
    let diff = try await Self.run(old, new, by: "diff")
    #expect(diff.status == .failed, "\(diff.all)")
    #expect(diff.output.contains("no difference in what was compared: everyone"), "\(diff.all)")
    let whole = try await Self.run(old, old)
    #expect(whole.output.hasPrefix("everyone gets in by the same methods"), "\(whole.all)")
  }
}
