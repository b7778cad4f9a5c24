import FlowEngine
import FlowHTTP
import FlowInterpreter
import FlowScript
import FlowSignIn

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The samples of the article about real issuers.
enum IssuerSamples {
  static func values() throws -> SignInConfiguration {
    // Article: values
    let okta = try SignInConfiguration(
      issuer: "https://acme.okta.com/oauth2/default", clientID: "0oa1",
      redirectURI: "com.example:/callback", scopes: ["openid", "profile", "offline_access"])
    // Article: end
    return okta
  }

  static func file(path: String) throws -> SignInConfiguration {
    // Article: file
    let okta = try SignInConfiguration(contentsOf: path)
    // Article: end
    return okta
  }

  static func org() throws -> SignInConfiguration {
    // Article: org
    let script = try SignInScript(
      """
      org prod at "https://acme.okta.com/oauth2/default" {
        client-id    "0oa1"
        redirect-uri "com.example:/callback"
        scopes       openid, profile, offline_access
      }
      otherwise prompt
      """)
    let okta = try script.configuration(of: "prod", host: "acme.okta.com")
    // Article: end
    return okta
  }

  static func redirect(
    _ script: SignInScript, _ okta: SignInConfiguration, prompter: any Prompter,
    browser: any AppBrowser
  ) throws -> SignIn {
    // Article: redirect
    let signIn = try script.start(
      okta, prompter: prompter,
      redirect: { redirect in
        let address = redirect.address.reveal()
        guard let arrived = await browser.show(address, until: "com.example:/callback") else {
          throw CancellationError()
        }
        return Secret(arrived)
      })
    // Article: end
    return signIn
  }

  static func inbox(_ okta: SignInConfiguration) throws -> SignInConfiguration {
    var okta = okta
    // Article: inbox
    okta.inbox = try Mailbox("http://127.0.0.1:8025")
    // Article: end
    return okta
  }

  static func binding(
    tokens: Tokens, url: SignInHTTP.URL, nonce: String?
  ) throws -> (key: ProofKey, headers: SignInHTTP.Headers) {
    // Article: binding
    let key = try ProofKey()
    let bound = try SignInConfiguration(
      issuer: "https://acme.okta.com/oauth2/default", clientID: "0oa1",
      redirectURI: "com.example:/callback", binding: .required(key))
    // Article: end
    // Article: resource
    let headers = try bound.authorize(tokens, method: .get, url: url, nonce: nonce)
    // Article: end
    return (key, headers)
  }

  static func kept(
    _ okta: SignInConfiguration, _ signIn: SignIn, store: any TokenStore,
    showSignIn: () -> Void, use: (String) -> Void
  ) async throws {
    // Article: kept
    let keeper = TokenKeeper(okta, store: store)
    try await keeper.keep(try await signIn.tokens())
    // For each request to a resource, in any task:
    guard let tokens = try await keeper.tokens() else {
      showSignIn()
      return
    }
    use(tokens.accessToken.reveal())
    // When the user signs out:
    try await keeper.signOut()
    // Article: end
  }

  static func resumed(
    _ script: SignInScript, _ okta: SignInConfiguration, _ signIn: SignIn, prompter: any Prompter
  ) throws -> SignIn {
    // Article: resumed
    let kept = try JSONEncoder().encode(signIn.continuation)
    // In the next launch:
    let continuation = try JSONDecoder().decode(SignInContinuation.self, from: kept)
    let resumed = try script.start(okta, resuming: continuation, prompter: prompter)
    // Article: end
    return resumed
  }
}
