import CommandSupport
import FlowTerminal
import Testing

/// A recovery whose rule has a requirement, as the account management policy of a real org.
@Suite("Recovery with a requirement") struct RecoveryRequirementTests {
  private static func org(_ recovery: String) -> String {
    """
    org acme {
      authenticators password, email, phone via sms, security-question
      user "jane@example.com" {
        password "Correct-Horse-1"
        phone "+15551234567" via sms
        security-question "disliked_food" answer "mushrooms"
      }
      user "sam@example.com" { password "Correct-Horse-1" }
      user "lee@example.com" {
        password "Correct-Horse-1"
        status locked
        security-question "disliked_food" answer "mushrooms"
      }
      user "kim@example.com" { password "Correct-Horse-1"; status locked }
      sign-on { require password }
      recovery { \(recovery) }
    }

    """
  }

  private static func flow(_ body: String, _ login: String = "jane@example.com") -> String {
    """
    flow "recovery" {
      against acme
    \(body)
      on identify             answer identifier = "\(login)"
      on identify-recovery    answer identifier = "\(login)"
      on reset-authenticator  answer password = "Better-Horse-22"
    """
  }

  private static let recovery = """
      start recover-password
      on select-authenticator once choose email
      on challenge email           answer code = inbox email
      on challenge phone           answer code = inbox sms
      on select-authenticator      choose security-question
      on challenge security-question answer answer = "mushrooms"
    """

  private func test(_ text: String) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    return await Shell()("test", try folder.write("org.flow", text))
  }

  @Test("Two kinds of factors are needed, and two of the same kind aren't enough")
  func kinds() async throws {
    let two = Self.org("password require 2 factors; deny unlock")
    let good =
      Self.flow(Self.recovery)
      + "\n  expect success and path contains challenge email, challenge security-question\n}\n"
    let run = try await test(two + good)
    #expect(run.status == .success, "\(run.all)")
    // Sam has only an address.
    let poor = Self.flow(Self.recovery, "sam@example.com") + "\n  expect failure\n}\n"
    let refused = try await test(two + poor)
    #expect(refused.status == .success, "\(refused.all)")
    let one = try await test(
      Self.org("password require possession; deny unlock")
        + Self.flow(Self.recovery)
        + "\n  expect success and not path contains challenge security-question\n}\n")
    #expect(one.status == .success, "\(one.all)")
  }

  @Test("The explorations know what a recovery needs")
  func audit() async throws {
    for (requirement, holds) in [("2 factors", true), ("any 1", false)] {
      let folder = try TemporaryFolder()
      let file = try folder.write(
        "org.flow",
        Self.org("password require \(requirement); deny unlock")
          + "claim \"c\" { never recovered and recovered-by is \"email\" and kinds is 1 }\n"
          + "claim \"two\" { for user in user \"sam@example.com\"; never recovered }\n")
      let run = await Shell()("audit", file)
      #expect(run.output.contains("`never recovered`") != holds, "\(run.all)")
    }
  }

  @Test("An unlock can have a requirement")
  func unlock() async throws {
    for (login, isUnlocked) in [("lee@example.com", true), ("kim@example.com", false)] {
      let flow = """
        flow "unlock" {
          against acme
          start unlock-account
          on select-authenticator-unlock-account choose email with identifier = "\(login)"
          on challenge email             answer code = inbox email
          on challenge security-question answer answer = "mushrooms"
          expect \(isUnlocked ? "finished and path contains challenge email" : "failure")
        }
        """
      let run = try await test(Self.org("unlock require 2 factors") + flow)
      #expect(run.status == .success, "\(run.all)")
    }
  }

  @Test(
    "A wrong requirement is reported",
    arguments: [
      ("password require 2 factors; password-second any", "`require` says everything"),
      ("password require", "malformed"), ("password require duo", "no authenticator"),
    ])
  func wrong(recovery: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("check", try folder.write("org.flow", Self.org(recovery)))
    #expect(run.status != .success, "\(run.all)")
    #expect(message == "malformed" || run.all.contains(message), "\(run.all)")
  }
}
