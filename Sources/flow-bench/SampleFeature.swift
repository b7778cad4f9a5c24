/// Gherkin features that are equivalent to `SampleScript`: scenarios for its flows, rows for its
/// rows, a step for each of its lines, with as many comments.
enum SampleFeature {
  /// Returns a feature with this many teams.
  static func text(teams: Int) -> [UInt8] {
    var text = header
    for number in 1...teams { text += team.replacing("%", with: "\(number)") }
    return Array(text.utf8)
  }

  private static let header = """
    # What the teams of one company do at sign-in.
    Feature: Signing in to acme
      Everybody signs in with a password and one more factor.

      Background:
        Given the org "acme" has these authenticators:
          | password | email | phone | google-otp | security-question |
        And the user "jane@example.com" has the password "Correct-Horse-1"
        And the phone "+15551234567" and the group "staff"
        And signing in requires any 1 factor
        And enrollment requires email and offers phone
        And registration asks for firstName, lastName and email


    """

  /// One team's part of a feature; `%` is its number.
  private static let team = """
      # ---- team % ---------------------------------------------------------------
      # Everybody of this team signs in with a password and one more factor; who has no other has
      # the codes sent by e-mail. The tests of its app run these flows every night.
      @smoke @mfa
      Scenario: team % signs in with a second factor
        # who this is, and where the codes arrive
        Given the site "https://team-%.example.com/app"
        And the person "person-%.example.com" with the password from PERSON_%_PASSWORD
        And a sign-in that starts with the login hint "person-%.example.com"
        When the step identify without a message is answered with the identifier and rememberMe
        And the step challenge password is answered with the password
        # the second factor that is offered first: the app if it is set up, else a code
        And at select-authenticator okta-verify via push or email or phone via sms is chosen once
        # half a minute is not enough for a user who has to find the phone
        And at challenge okta-verify it is polled every 2s for 1m
        And at challenge phone via sms "The code we sent to the identifier" is asked 3 times
        And at challenge email with the key "errors.E0000004" or after 2 attempts it stops
        And the step challenge email is answered with the code from the inbox
        Then no more than 20 steps are taken, or "team % took too many steps"
        And it is a success and the scope of the token contains "openid"
        And the path is identify, challenge password, select-authenticator, challenge

      Scenario Outline: team % by every factor
        Given the engine "idx"
        And the person "person-%.example.com" with the one-time codes of PERSON_%_TOTP
        When the step identify is answered with the identifier
        And the step challenge password is answered with the password
        And at select-authenticator <factor> is chosen
        And the step challenge google-otp is answered with the code
        And at challenge email or challenge phone "A code for <factor> is on its way." is said
        And "The code of the site" is asked
        Then it stops otherwise
        And the path contains challenge password, challenge <factor>

        Examples:
          | factor     |
          | email      |
          | phone      |
          | google-otp |

      # A new person, with a phone number that comes from the outside: the test's own, or one of the
      # numbers that the operator lends out. The profile's other attributes are filled in later.
      @slow
      Scenario: team % registers
        Given a registration at "acme"
        And the number of TEAM_%_PHONE and a random mail address
        And this story:
          \"""
          We ask for a number once;
          it can be left out.
          \"""
        When the step enroll-profile is answered with the mail, "Ann" and "Lee %"
        And at select-authenticator-enroll with phone via sms the story is said
        And phone via sms is chosen with the number
        And the step select-authenticator-enroll is skipped
        And the step enroll-authenticator password is answered with a random password
        And the step enroll-authenticator email is answered with the code from the inbox
        And the step enroll-authenticator phone is answered with the code from the text message
        Then it is a success
        And the path has never the step unlock-account
        And less than 12 steps are taken and the identifier matches "*.example.com"

      # The server must not say which of the two was wrong.
      Scenario: team % types a wrong password
        When the step identify is answered with "person-%.example.com"
        And the step challenge password is answered once with "not it"
        And at challenge password it recovers
        And at select-authenticator email is chosen
        Then it is a failure and the message contains "Password is incorrect"


    """
}
