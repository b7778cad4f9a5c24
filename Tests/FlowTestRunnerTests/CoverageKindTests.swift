import Testing

@testable import FlowTestRunner

@Suite("The coverage of a flow")
struct CoverageKindTests {
  /// A flow, items that it covers, and items that only some others cover.
  struct Row: Sendable, CustomTestStringConvertible {
    var flow: String
    var items: [String]
    var testDescription: String { flow }

    init(_ flow: String, _ items: String...) {
      self.flow = flow
      self.items = items
    }
  }

  static let text = #"""
    let password = "Correct-Horse-1"
    let newPassword = "Quite-New-Horse-4"

    org acme {
      authenticators password, email, phone via sms or voice, security-question
      zone "office" { ip "10.0.0.0/8" }
      idp "Google" { signs-in "kim@example.com" }
      user "jane@example.com" { password "Correct-Horse-1"; groups staff; phone "+15551234567" }
      user "joe@example.com" { password "Correct-Horse-1"; groups staff; phone "+15551234568" }
      user "ada@example.com" { password "Correct-Horse-1"; groups admins }
      user "kim@example.com" { password "Correct-Horse-1" }
      user "lou@example.com" { password "Correct-Horse-1"; status locked }
      user "may@example.com" { status staged; activation-token "welcome-may-1" }
      user "tom@example.com" { password "Correct-Horse-1"; recovery-token "recover-tom-1" }
      sign-on "risky" { when risk high; deny }
      sign-on "admins" { when group admins; require password and phone }
      sign-on "staff" { when group staff; require password and phone or security-question }
      sign-on { require password or email }
      session-policy "office" { when zone "office"; idle 1h }
      enrollment "staff" { when group staff; required security-question within 2 skips }
      enrollment { required password }
      passwords { min-length 8; lockout after 2 attempts }
      recovery "staff" { when group staff; deny password, unlock }
      recovery { password by email; unlock by email }
      registration { profile email; email-verification on; progressive on }
    }

    org faulty {
      user "jane@example.com" { password "Correct-Horse-1" }
      fault "challenge once: latency 1s"
    }

    profile chooser {
      choose "no such thing" or phone via voice
    }

    flow "denied" {
      against acme
      start sign-in with risk = high
      on identify answer identifier = "jane@example.com"
      expect failure
    }

    flow "refused" {
      against acme
      on identify answer identifier = "ada@example.com"
      expect failure
    }

    flow "by text" {
      against acme
      on identify                            answer identifier = "jane@example.com"
      on challenge password                  answer passcode = password
      on authenticator-verification-data     choose email or phone via sms
      on challenge phone                     answer code = inbox sms
      on skip                                skip
      on challenge email                     answer code = inbox email
      otherwise stop
      expect success
    }

    flow "by call, by the profile" {
      against acme
      use chooser
      on identify                          answer identifier = "jane@example.com"
      on challenge password                answer passcode = password
      on challenge phone                   answer code = inbox voice
      on select-authenticator-enroll       choose security-question
      on enroll-authenticator answer questionKey = "disliked_food", answer = "Turnips"
      expect success
      expect path contains enroll-authenticator
    }

    flow "in the office" {
      against acme
      start sign-in with zone = "office"
      on identify                            answer identifier = "kim@example.com"
      on select-authenticator-authenticate   choose email
      on challenge email                     answer code = inbox email
      expect success
    }

    flow "recovered" {
      against acme
      start recover-password
      on identify             answer identifier = "kim@example.com"
      on select-authenticator-authenticate choose password
      on challenge password   recover
      on select-authenticator-authenticate choose email
      on challenge email      answer code = inbox email
      on reset-authenticator  answer passcode = newPassword
      expect success
    }

    flow "not recovered" {
      against acme
      start recover-password
      on identify             answer identifier = "joe@example.com"
      on select-authenticator-authenticate choose password
      on challenge password   recover
      expect failure
    }

    flow "by the link of a mail" {
      against acme
      start recover-password with recovery_token = "recover-tom-1"
      on reset-authenticator answer passcode = newPassword
      expect success
    }

    flow "unlocked" {
      against acme
      start unlock-account
      on select-authenticator-unlock-account choose email with identifier = "lou@example.com"
      on challenge email                     answer code = inbox email
      expect finished
    }

    flow "locked out" {
      against acme
      on identify                          answer identifier = "joe@example.com"
      on challenge password once           answer passcode = "Wrong-Horse-1"
      on challenge password when message   answer passcode = "Wrong-Horse-2"
      expect failure
    }

    flow "signed up" {
      against acme
      start register
      on enroll-profile                   answer email = random email
      on select-authenticator-enroll once choose password
      on enroll-authenticator password    answer passcode = newPassword
      on select-authenticator-enroll once choose email
      on enroll-authenticator email       answer code = inbox email
      expect success
    }

    flow "invited" {
      against acme
      start sign-in with activation_token = "welcome-may-1"
      on select-authenticator-enroll   choose password
      on enroll-authenticator password answer passcode = newPassword
      expect success
    }

    flow "by a provider" {
      against acme
      on redirect-idp follow
      expect success
    }

    flow "slowed down" {
      against faulty
      on identify           answer identifier = "jane@example.com"
      on challenge password { expect step is "challenge-authenticator" then answer passcode = password }
      on select-enroll-profile when message skip
      expect success
    }
    """#
  static let rows: [Row] = [
    Row(
      "denied", #"org/sign-on "risky""#, #"org/sign-on "risky"/when risk high/true"#,
      #"script/flow "denied"/on identify answer identifier"#,
      #"script/flow "denied"/expect failure"#),
    Row(
      "refused", #"org/sign-on "admins"/refused"#, #"org/sign-on "admins"/when group admins/true"#),
    Row(
      "by text", "org/authenticator phone via sms",
      #"org/enrollment "staff"/security-question skipped"#,
      "org/transition/select-authenticator-enroll/skip",
      #"script/flow "by text"/on authenticator-verification-data choose email or phone via sms/choose/phone via sms"#
    ),
    Row(
      "by call, by the profile", "org/authenticator phone via voice",
      #"org/enrollment "staff"/security-question"#,
      "script/profile chooser/choose \"no such thing\" or phone via voice/phone via voice",
      #"script/flow "by call, by the profile"/expect path contains enroll-authenticator"#,
      "org/transition/enroll-authenticator security-question/answer"),
    Row(
      "in the office", #"org/session-policy "office""#,
      #"org/session-policy "office"/when zone "office"/true"#),
    Row(
      "recovered", "org/recovery for everybody/password",
      "org/recovery for everybody/password by email", "org/recovery for everybody/recovered"),
    Row("not recovered", #"org/recovery "staff"/password"#),
    Row("by the link of a mail", "org/recovery by link"),
    Row(
      "unlocked", "org/recovery for everybody/unlock",
      "org/recovery for everybody/unlock by email", "org/recovery for everybody/unlocked",
      "org/transition/identify/unlock-account"),
    Row("locked out", "org/passwords for everybody/lockout"),
    Row("signed up", "org/registration", "org/registration/email"),
    Row("invited", "org/activation"),
    Row("by a provider", #"org/idp "Google""#),
    Row(
      "slowed down", #"faulty/fault "challenge once: latency 1s""#,
      #"script/flow "slowed down"/on challenge password expect then answer passcode"#,
      #"script/flow "slowed down"/on challenge password expect then answer passcode/expect step is "challenge-authenticator""#
    ),
  ]

  /// The short names of subjects in the table.
  static func id(_ short: String) -> String {
    let parts = short.split(separator: "/", maxSplits: 1).map(String.init)
    let subject =
      switch parts[0] {
      case "org": "org acme (suite.flow)"
      case "faulty": "org faulty (suite.flow)"
      default: "suite.flow"
      }
    return "\(subject)/\(parts[1])"
  }

  @Test("Each kind of item is covered by the flow that uses it, and only by that flow")
  func kinds() async throws {
    let suite = try CoveredSuite(Self.text)
    let all = try await suite.coverage()
    for row in Self.rows {
      let alone = try await suite.coverage(running: [row.flow])
      for id in row.items.map(Self.id) where alone.hits(id) != 1 || all.hits(id) != 1 {
        Issue.record("\(row.flow): \(id) has \(alone.hits(id) ?? -1), \(all.hits(id) ?? -1)")
      }
    }
    #expect(Set(Self.rows.map(\.flow)) == Set(suite.names))
    #expect(Set(all.items.map(\.id)).count == all.items.count)
    let impossible = all.items.filter { $0.unreachable != nil && $0.hits > 0 }.map(\.id)
    #expect(impossible == [])
    let missing = all.items.filter { $0.kind == Coverage.transitionKind && $0.hits == 0 }
    #expect(missing.map(\.title).contains("at challenge-authenticator phone: resend"))
  }

  @Test("A secret in a script is in no item")
  func secrets() async throws {
    let suite = try CoveredSuite(
      #"""
      org acme { user "jane@example.com" { password "Canary-Horse-1" } }
      flow "one" {
        on identify            answer identifier = "jane@example.com"
        on challenge password  answer passcode = "Canary-Horse-1"
        expect success and not message contains "Canary-Horse-1"
      }
      """#)
    let coverage = try await suite.coverage()
    for item in coverage.items where "\(item)".contains("Canary") { Issue.record("\(item)") }
    #expect(coverage.items.contains { $0.kind == "expectation" && $0.hits == 1 })
  }
}
