/// The scripts that shaped the language: they must parse, and do what they say.
///
/// The test targets share them: the parser, the interpreter, the simulated org and the commands are
/// tested with the same text.
package enum FixedScript {
  /// A complete script.
  package static let twoLines = """
    on select-authenticator choose email
    on challenge prompt code
    """

  /// Jane's values and preferences.
  package static let profile = """
    # Password, then whichever second factor is offered first.
    profile jane {
      identifier = "jane@example.com"
      password   = secret JANE_PASSWORD
      choose okta-verify or email or phone via sms     # preference wherever a choice is asked
    }
    """

  /// Password, then whichever second factor is offered first.
  package static let secondFactor = """
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
    """

  /// A registration that ends with the first factor.
  package static let register = """
    flow "register, skip the phone" {
      start register
      on enroll-profile            answer firstName = "Jane", lastName = "Doe", email = random email
      on select-authenticator-enroll once choose email
      on enroll-authenticator email    answer code = inbox email
      on enroll-authenticator password answer passcode = secret NEW_PASSWORD
      on select-authenticator-enroll   skip
    }
    """

  /// An expected refusal.
  package static let wrongPassword = """
    flow "wrong password is refused" {
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = "not it"
      expect failure message contains "Password is incorrect"
    }
    """

  /// Another engine.
  package static let nextAuth = """
    engine nextauth
    on ready          submit
    on confirm-login  choose "jane"
    on second-factor  answer pin = secret PIN
    expect history is "LOGGED_IN"
    """

  /// Another engine, begun by the client.
  package static let mobile = """
    engine mobile-idp
    start from client
    on choose-login    choose identity-provider
    on select-account  choose "jane@example.com"
    on approve         choose allow
    """

  /// The settings in the braces of `org`.
  package static let settings = """
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
    """

  /// An org.
  package static let org = "org acme {\n\(settings)\n}\n"

  /// A claim about the org.
  package static let claim = """
    claim "staff always show two kinds of factor" {
      for user in group staff
      always kinds >= 2
      never used "phone via sms" and kinds < 2
      possible success
    }
    claim "staff come back every day" {
      recommended
      source "Acme security handbook, 4.2"
      help "set `lifetime` in `session-policy`"
      always session-limit <= 24h or passwords.min-length >= 15
    }
    """

  /// The profile and the flows as one file, as on the language's page.
  package static let flows = [profile, secondFactor, register, wrongPassword]
    .joined(separator: "\n")
}
