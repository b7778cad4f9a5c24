import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

/// The effect on the others when one of several sessions, accounts or factors ends.
@Suite("Several sessions of nextAuth")
struct NextAuthSessionsTests {
  private static func run(_ text: String) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    return await Shell()("run", try folder.write("script.flow", text))
  }

  private static let two = """
    let right = "471100"
    org two for nextauth {
      server "bank.example" { second-factor always }
      server "open.example" { second-factor never; enrollment stays }
      account "jane"
      account "sam"
      account "joe" { server "open.example" }
      device { pin "471100"; start-manually off }
    }

    """

  @Test(
    "Giving up one session doesn't end the other, and the facts are the current session's",
    arguments: ["cancel", "deny", "stop"])
  func giveUpOne(word: String) async throws {
    let run = try await Self.run(
      Self.two + """
        flow "go on" {
          engine nextauth
          start qr with account = "jane"
          on confirm-login once meanwhile push with account = "sam"
          on confirm-login choose jane or sam
          on second-factor when account is "jane" \(word)
          on second-factor answer pin = right
          expect success and account is "sam" and sessions is 1
        }
        """)
    #expect(run.status == .success, "\(run.all)")
  }

  private static let late = """
    let right = "471100"
    org late for nextauth {
      server "bank.example" { login after 90s; second-factor always }
      account "jane"
      account "sam"
      device { pin "471100"; start-manually off }
    }

    """

  /// The actions of a rule while a login has no result.
  static let active: [(name: String, body: String)] = [
    (
      "waits without a rule",
      "on second-factor answer pin = right\n"
        + "expect success and history is \"LOGGED_IN\" and steps is 2"
    ),
    (
      "then stop",
      "on second-factor answer pin = right then stop\n"
        + "expect stopped and history is \"ABORTED\" and reason is \"stopped\""
    ),
    (
      "then expect",
      "on second-factor answer pin = right then expect state is \"ACTIVE\" and history is \"NONE\"\n"
        + "expect success and history is \"LOGGED_IN\""
    ),
    (
      "a rule for the step",
      "on second-factor answer pin = right\non active stop\n"
        + "expect stopped and history is \"ABORTED\""
    ),
    (
      "a condition",
      "on second-factor answer pin = right\n"
        + "on active when history is \"NONE\" once wait 30s then expect history is \"NONE\"\n"
        + "on active when history is \"LOGGED_IN\" stop\n"
        + "expect finished and history is \"LOGGED_OUT\""
    ),
    (
      "no rule for any step",
      "on second-factor answer pin = right\non any stop\notherwise stop\n"
        + "expect success and history is \"LOGGED_IN\""
    ),
    (
      "another session continues",
      "on second-factor once answer pin = right then meanwhile push with account = \"sam\"\n"
        + "on second-factor expect sessions is 2 and history is \"NONE\" then answer pin = right\n"
        + "on confirm-login choose sam\nexpect success and sessions is 2"
    ),
  ]

  @Test("Rules that name ACTIVE see it before the result of the login", arguments: active)
  func activeBeforeResult(name: String, body: String) async throws {
    let run = try await Self.run(
      Self.late + """
        flow "\(name)" {
          engine nextauth
          start qr with account = "jane"
          on confirm-login choose jane
          \(body)
        }
        """)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("A rule with a condition about the event answers an error like one about the message")
  func event() async throws {
    let run = try await Self.run(
      Self.two + """
        let wrong = "000000"
        flow "by event" {
          engine nextauth
          start qr with account = "jane"
          on confirm-login choose jane
          on second-factor when event is "PIN_FAIL" and attempts-left is 2 answer pin = right
          on second-factor answer pin = wrong
          expect success
        }
        flow "not by another fact" {
          engine nextauth
          start qr with account = "jane"
          on confirm-login choose jane
          on second-factor when attempts-left is 2 answer pin = right
          on second-factor answer pin = wrong
          expect failure and event is "PIN_FAIL"
        }
        """)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("stop at a confirmation has a different reason than deny", arguments: ["stop", "deny"])
  func reason(word: String) async throws {
    let (outcome, reason) = word == "stop" ? ("stopped", "stopped") : ("cancelled", "denied")
    let run = try await Self.run(
      Self.two + """
        flow "give up" {
          engine nextauth
          start qr with account = "jane"
          on confirm-login \(word)
          expect \(outcome) and history is "ABORTED" and reason is "\(reason)"
        }
        """)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("If several accounts are logged in, the facts are the latest changed account's")
  func changedLast() async throws {
    let run = try await Self.run(
      Self.two + """
        flow "both" {
          engine nextauth
          start qr with account = "jane"
          on confirm-login choose jane or sam
          on second-factor answer pin = right
          on active once meanwhile deep-link with account = "sam"
          expect success and sessions is 2 and account is "sam" and origin is "deep-link"
        }
        """)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("The PIN is removed with the last account that needs one, whatever other accounts exist")
  func lastWithAFactor() async throws {
    let run = try await Self.run(
      Self.two + """
        flow "first again" {
          engine nextauth
          start qr with account = "joe"
          on confirm-login submit
          on active once {
            meanwhile delete-account with account = "jane"
            meanwhile delete-account with account = "sam"
            meanwhile enrol with name = "ann", server = "bank.example"
          }
          on confirm-enroll submit
          on second-factor when context is "FIRST_SET" answer pin = right
          expect success and steps is 3
        }
        """)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("A biometric that fails can be tried again, as often as a rule allows")
  func biometricAgain() async throws {
    let run = try await Self.run(
      """
      org bank for nextauth {
        account "jane"
        device { preset sdk; pin "1234"; biometric fails 3 }
      }
      flow "patient" {
        engine nextauth
        on second-factor when not message answer biometric
        on second-factor when message up to 5 times answer biometric
        expect success
      }
      flow "stubborn" {
        engine nextauth
        on second-factor when not message answer biometric
        on second-factor when message answer biometric
        expect success
      }
      """)
    let patient = run.output.split(separator: "stubborn").first
    #expect(patient?.contains("pass expect success") == true, "\(run.all)")
    #expect(run.errors.contains("error[no-progress]"), "\(run.all)")
    #expect(run.status == .failed)
  }
}
