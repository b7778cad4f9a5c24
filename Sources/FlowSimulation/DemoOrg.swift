package import FlowDiagnostics
package import FlowEngine
import FlowSyntax

/// The built-in simulated orgs, one for each engine, with which any script can run.
package enum DemoOrg {
  /// The name of each org in outputs.
  package static let name = "demo"

  /// The org of the default engine, as the source of a script.
  package static let source = SourceFile(name: "built-in/demo.flow", text: identity)

  /// The script with the org of mobile identity providers.
  static let mobileIdP = """
    # Ada and Bob are logged in to the identity provider's app, and to no other app.
    org demo for mobile-idp {
      app "Authenticator" {
        role provider
        scheme "sampleidpapp"
        consumer-key "IDP_KEY"
        scopes api, web, refresh_token
      }
      app "Sample App" {
        scheme "sampleapp"
        consumer-key "SP_KEY"
        scopes api, web
        provider "Authenticator"
      }
      connected-app "IDP_KEY" { approval pre-authorized }
      connected-app "SP_KEY"  { approval needed }
      user "ada@acme.test" {
        name "Ada"
        id "005000000000001AAA"
        password "Analytical-Engine-1"
        logged-in "Authenticator"
      }
      user "bob@acme.test" {
        name "Bob"
        id "005000000000002AAA"
        password "Tall-Ladder-2"
        logged-in "Authenticator"
      }
    }
    """

  /// The script with the org of nextAuth.
  static let nextAuth = """
    # Jane and Sam share one device and its PIN; enrollments are allowed.
    org demo for nextauth {
      server "bank.example" {
        ping 5m
        second-factor always
        announce "title" "Sign in at the bank"
        info "greeting" "Welcome"
      }
      account "jane"
      account "sam"
      device { pin "4711"; biometric on }
    }
    """

  /// The script with the org of the default engine.
  static let identity = """
    # Jane has every authenticator; Sam has only a password; Lee is locked out.
    org demo {
      authenticators password, email, phone via sms or voice, google-otp, security-question
      user "jane@example.com" {
        password "Correct-Horse-1"
        first-name "Jane"
        last-name "Doe"
        phone "+15551234567"
        google-otp "JBSWY3DPEHPK3PXP"
        security-question "name_of_first_plush_toy" answer "Rabbit"
        groups staff
      }
      user "sam@example.com" {
        password "Battery-Staple-2"
        first-name "Sam"
        last-name "Poe"
      }
      user "lee@example.com" {
        password "Locked-Out-3"
        first-name "Lee"
        last-name "Roe"
        status locked
      }
      sign-on "staff" { when group staff; require password and (possession or security-question) }
      sign-on         { require any 1 }
      enrollment      { required email; optional password, phone }
      registration    { profile firstName, lastName, email }
      recovery        { password by email or phone; unlock by email }
      lockout         { after 5 attempts for 15m }
      unknown-users shown
    }
    """

  /// The secrets of the demo users, by their names in scripts; they protect nothing.
  package static let secrets: [String: Secret] = [
    "JANE_PASSWORD": Secret("Correct-Horse-1"),
    "JANE_TOTP": Secret("JBSWY3DPEHPK3PXP"),
    "JANE_TOY": Secret("Rabbit"),
    "SAM_PASSWORD": Secret("Battery-Staple-2"),
    "LEE_PASSWORD": Secret("Locked-Out-3"),
    "NEW_PASSWORD": Secret("Quite-New-4"),
    "PIN": Secret("4711"),
    "ADA_PASSWORD": Secret("Analytical-Engine-1"),
    "BOB_PASSWORD": Secret("Tall-Ladder-2"),
  ]
}
