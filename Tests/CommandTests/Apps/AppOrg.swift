/// An org with three apps: one with its own rules, and two that share a policy.
enum AppOrg {
  static func text(wiki: String = "sign-on { require password }", more: String = "") -> String {
    """
    org acme {
      authenticators password, email, phone via sms
      user "ada@x.example" {
        password "Correct-Horse-1"; email "ada@x.example"; phone "+15551234567"; groups staff
      }
      user "bob@x.example" { password "Correct-Horse-1"; email "bob@x.example" }
      sign-on-policy "strong" {
        sign-on "staff" { when group staff; require password and phone }
        sign-on "rest"  { require password and email }
      }
      app "wiki"    { \(wiki) }
      app "payroll" { client-id "0oapay"; sign-on-policy "strong"; assigned group staff }
      app "crm"     { sign-on-policy "strong" }
      sign-on { deny }
      \(more)
    }

    """
  }

  /// A profile that answers all pages of these apps.
  static let profile = """
    profile all {
      on identify answer identifier = who
      on challenge password answer passcode = "Correct-Horse-1"
      on authenticator-verification-data phone choose phone via sms
      on challenge email answer code = inbox email
      on challenge phone answer code = inbox sms
    }

    """

  /// A flow in which a user signs in to an app.
  static func flow(_ app: String, _ who: String, _ expectation: String) -> String {
    """
    flow "\(app) \(who)" {
      start sign-in at app "\(app)"
      let who = "\(who)"
      use all
      expect \(expectation)
    }

    """
  }
}
