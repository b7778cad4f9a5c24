/// Orgs of apps for tests of the mobile identity provider flow.
package enum AppSuite {
  /// An org with a provider's app, a client app, Ada and Bob.
  ///
  /// - Parameters:
  ///   - provider: More settings of the provider's app.
  ///   - client: More settings of the client app, in addition to its scheme and key.
  ///   - ada: More settings of Ada, in addition to her id and password.
  ///   - more: More settings of the org.
  /// - Returns: The text of the org.
  package static func org(
    provider: String = "", client: String = "provider \"Authenticator\"",
    ada: String = "logged-in \"Authenticator\"", more: String = ""
  ) -> String {
    """
    org suite for mobile-idp {
      app "Authenticator" {
        role provider; scheme "sampleidpapp"; consumer-key "IDP_KEY"; scopes api, web, refresh_token
        \(provider)
      }
      app "Sample App" {
        scheme "sampleapp"; consumer-key "SP_KEY"; scopes api, web
        \(client)
      }
      connected-app "IDP_KEY" { approval pre-authorized }
      connected-app "SP_KEY"
      user "ada@acme.test" {
        id "005000000000001AAA"; password "Analytical-Engine-1"; name "Ada"
        \(ada)
      }
      user "bob@acme.test" {
        id "005000000000002AAA"; password "Tall-Ladder-2"; name "Bob"
        logged-in "Authenticator"
      }
      \(more)
    }

    """
  }

  /// An app that claims the client's scheme, and gets the client's messages.
  package static let thief = """
    app "Thief" { role hostile; scheme "sampleapp" }
    receiver "sampleapp" "Thief"
    """

  /// The rules by which a user signs in as Ada through the provider's app.
  package static let byProvider = """
    on choose-login choose identity-provider
    on select-account choose "ada@acme.test"
    on approve choose allow

    """
}
