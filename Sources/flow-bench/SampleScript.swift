/// Realistic scripts of any length: every form of statement, comments, and no problems.
enum SampleScript {
  /// Returns a script of at least this many bytes.
  static func text(bytes: Int) -> [UInt8] {
    text(reserving: bytes) { $1 < bytes }
  }

  /// Returns a script with this many teams.
  static func text(teams: Int) -> [UInt8] {
    text(reserving: teams << 12) { number, _ in number < teams }
  }

  /// Returns a script that grows while a condition holds, by the number of its teams and of its
  /// bytes.
  private static func text(
    reserving bytes: Int, while goesOn: (_ teams: Int, _ bytes: Int) -> Bool
  ) -> [UInt8] {
    var text = Array(header.utf8)
    text.reserveCapacity(bytes + 8192)
    let unit = Array(team.utf8)
    var number = 0
    repeat {
      number += 1
      let digits = Array("\(number)".utf8)
      for byte in unit {
        if byte == UInt8(ascii: "@") { text += digits } else { text.append(byte) }
      }
    } while goesOn(number, text.count)
    return text
  }

  private static let header = """
    # What the teams of one company do at sign-in.
    org acme {
      authenticators password, email, phone via sms or voice, google-otp, okta-verify,
        security-question
      user "jane@example.com" {
        password "Correct-Horse-1"
        phone "+15551234567"
        groups staff
      }
      sign-on      { require any 1 }
      enrollment   { required email; optional phone }
      registration { profile firstName, lastName, email }
      recovery     { password by email or phone; unlock by email }
      lockout      { after 5 attempts for 15m }
    }

    profile base {
      choose email or phone via sms
      on challenge security-question answer answer = secret TOY
    }


    """

  /// One team's part of a script; `@` is its number.
  private static let team = """
    # ---- team @ ---------------------------------------------------------------
    # Everybody of this team signs in with a password and one more factor; who has no other has
    # the codes sent by e-mail. The tests of its app run these flows every night.
    let site-@ = "https://team-@.example.com/app"

    profile person-@ {
      use base
      # who this is, and where the codes arrive
      identifier = "person-@.example.com"
      password   = secret PERSON_@_PASSWORD
      on challenge email when message  resend then answer code = inbox email
      on challenge phone via voice     answer code = inbox voice
    }

    flow "team @ signs in with a second factor" tagged smoke, mfa {
      start sign-in with login_hint = "person-@.example.com"
      against acme
      use person-@
      # the second factor that is offered first: the app if it is set up, else a code
      on identify when not message    answer identifier, rememberMe? = true
      on challenge password           answer passcode = password
      on select-authenticator once    choose okta-verify via push or email or phone via sms
      # half a minute is not enough for a user who has to find the phone
      on challenge okta-verify        poll every 2s for 1m
      on challenge phone via sms up to 3 times  prompt code "The code we sent to \\(identifier)"
      on challenge email when message.key is "errors.E0000004" or attempt > 2  stop
      on challenge email              answer code = inbox email
      on any when steps > 20          fail "team @ took too many steps"
      expect success and token.scope contains "openid"
      expect path identify, challenge password, select-authenticator, challenge
    }

    flow "team @ by every factor" for factor in email, phone, google-otp {
      engine idx
      against acme
      use person-@
      let code = totp secret PERSON_@_TOTP
      on identify                      answer identifier
      on challenge password            answer passcode = password
      on select-authenticator          choose factor
      on challenge google-otp          answer code
      on challenge email or challenge phone {
        say "A code for \\(factor) is on its way."
        prompt code "The code of \\(site-@)"
      }
      otherwise stop
      expect path contains challenge password, challenge factor
    }

    # A new person, with a phone number that comes from the outside: the test's own, or one of the
    # numbers that the operator lends out. The profile's other attributes are filled in later.
    flow "team @ registers" tagged slow {
      start register
      against acme
      let number = env TEAM_@_PHONE
      let mail   = random email
      let story  = \"""
        We ask for a number once;
        it can be left out.
        \"""
      on enroll-profile      answer email = mail, firstName = "Ann", lastName = "Lee @"
      on select-authenticator-enroll when offers phone via sms {
        say "\\(story)"
        choose phone via sms with phoneNumber = number
      }
      on select-authenticator-enroll                skip
      on enroll-authenticator password when has passcode  answer passcode = random password
      on enroll-authenticator email                 answer code = inbox email
      on enroll-authenticator phone or challenge phone  answer code = inbox sms
      expect success
      expect path never unlock-account
      expect steps < 12 and (user.identifier matches "*.example.com" or not token.scope is "none")
    }

    # The server must not say which of the two was wrong.
    flow "team @ types a wrong password" {
      against acme
      on identify                      answer identifier = "person-@.example.com"
      on challenge password once       answer passcode = "not it"
      on challenge password            recover
      on select-authenticator          choose email
      expect failure message contains "Password is incorrect"
    }


    """
}
