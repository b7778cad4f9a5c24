#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Scripts that many tests read; those of the language's first page, and one of every form.
enum Corpus {
  static let twoLines = """
    on select-authenticator choose email
    on challenge prompt code
    """

  static let secondFactor = """
    # Password, then whichever second factor is offered first.
    profile jane {
      identifier = "jane@example.com"
      password   = secret JANE_PASSWORD
      choose okta-verify or email or phone via sms     # preference wherever a choice is asked
    }

    flow "sign in with a second factor" {
      start sign-in
      use jane

      on challenge password        answer passcode = password
      on challenge email           answer code = inbox email
      on challenge phone           prompt code "The code we sent by text"
      on challenge okta-verify     poll every 2s for 1m
      on identify                  answer identifier, rememberMe = true

      expect success
      expect path identify, challenge password, select-authenticator, challenge
      expect token.scope contains "openid"
    }

    flow "register, skip the phone" {
      start register
      on enroll-profile            answer firstName = "Jane", lastName = "Doe", email = random email
      on select-authenticator-enroll once choose email
      on enroll-authenticator email    answer code = inbox email
      on enroll-authenticator password answer passcode = secret NEW_PASSWORD
      on select-authenticator-enroll   skip
    }

    flow "wrong password is refused" {
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = "not it"
      expect failure message contains "Password is incorrect"
    }
    """

  static let nextAuth = """
    engine nextauth
    on ready          submit
    on confirm-login  choose "jane"
    on second-factor  answer pin = secret PIN
    expect history is "LOGGED_IN"
    """

  static let mobile = """
    engine mobile-idp
    start from client
    on choose-login    choose identity-provider
    on select-account  choose "jane@example.com"
    on approve         choose allow
    """

  static let orgs = """
    org acme {
      authenticators password, email, phone via sms or voice, google-otp, okta-verify via push or totp, security-question, webauthn
      user "jane@example.com" {
        password "Correct-Horse-1"
        phone "+15551234567"
        groups staff
      }
      sign-on "staff"  { when group staff; require password and possession }
      sign-on          { require any 1 }
      enrollment       { required email; optional phone }
      registration     { profile firstName, lastName, email }
      recovery         { password by email or phone; unlock by email }
      lockout          { after 5 attempts for 15m }
    }

    claim "staff always show two kinds of factor" {
      for user in group staff
      always kinds >= 2
      never used "phone via sms" and kinds < 2
      possible success
    }
    """

  static let everything = #"""
    import "shared/profiles.flow"
    let site = "https://\(host).example.com/\u{e9}\n"
    let host = env HOST; let pin = file "pin.txt"
    let story = """
      two
      lines
      """
    profile base { use other, another; let x = 1.5
      name = ask "Who?"
      code = totp secret SEED
      key = passkey laptop
      word = random password
      digits = random digits 6
      out = run "make code"
      on challenge-authenticator phone via sms or any "x y" when not (message.key is "a" or attempt > 2)
        and has passcode up to 3 times {
        answer passcode = code, extra?, flag = true
        expect message contains "sent" then say "well"
        choose phone via voice with phoneNumber = "+1", b = -2
          or email
      }
    }
    org other for nextauth {
      when x
      setting a b, c (d or e) and f < 3, g = "h" { inner 5m; empty { } }
      pass secret X
    }
    flow "all" tagged slow, live for f in email, "phone" for a, b in ("x", 1), ("y", 2) {
      engine idx
      start register with zone = "office", clock = +8h
      against other
      on a once submit then skip then cancel
      on b when offers phone via sms resend
      on c when path contains identify, challenge password recover
      on d when steps <= 8 and user.email matches "*@x" send
      on e when outcome is not success follow
      on f when step is challenge fail "no \(f)"
      on g stop
      on h poll for 1m every 500ms
      on i prompt then prompt a "A", b? "B"
      otherwise prompt
      expect failure and message.key is "k"
      expect path never skip
      expect success or finished
    }
    on loose submit
    """#

  /// Those that a checker which knows the Identity Engine has nothing to say about.
  static let fixed = [twoLines, secondFactor]

  static let all = [twoLines, secondFactor, nextAuth, mobile, orgs, everything] + examples

  /// The package's examples.
  static let examples: [String] = {
    let folder =
      "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Examples"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { $0.hasSuffix(".flow") }
      .compactMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
  }()
}
