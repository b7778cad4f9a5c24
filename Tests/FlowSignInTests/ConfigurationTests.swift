import FlowText
import FlowEngine
import FlowScript
import IDXEngine
import Testing

@testable import FlowSignIn

struct ConfigurationTests {
  @Test(
    "A configuration accepts an issuer over https, and over http on this machine",
    arguments: [
      "https://acme.okta.com", "https://acme.okta.com/oauth2/default",
      "http://127.0.0.1:8080/oauth2/default", "http://localhost:80",
    ])
  func accepts(issuer: String) throws {
    let configuration = try SignInConfiguration(
      issuer: issuer, clientID: "0oa1", redirectURI: "com.example.app:/callback")
    #expect(configuration.timeout == SignInConfiguration.usualTimeout)
  }

  private static let declaring = """
    org prod at "https://acme.okta.com" { client-id "0oa1"; redirect-uri "app:/callback" }
    org half at "https://acme.okta.com" { client-id "0oa1" }
    org hidden at "https://acme.okta.com" {
      client-id "0oa1"; client-secret secret APP; redirect-uri "app:/callback"
    }
    org toy { authenticators password; user "jane@example.com" { password "Correct-Horse-1" } }
    on identify prompt
    """

  @Test("A script's own issuers are configurations")
  func declared() throws {
    let script = try SignInScript(Self.declaring)
    let configuration = try script.configuration(
      of: "prod", host: "acme.okta.com", timeout: .seconds(5))
    #expect(configuration.timeout == .seconds(5))
    _ = try script.configuration(
      of: "hidden", host: "ACME.okta.com:443", secrets: ["APP": Secret("canary")])
  }

  @Test("A script's simulated org requires the product that has the simulator")
  func simulated() async throws {
    let script = try SignInScript(Self.declaring)
    let failure = #expect(throws: SignInFailure.self) { try script.configuration(of: "toy") }
    #expect(failure?.kind == .configuration)
    let help = failure?.help ?? ""
    #expect(help.contains("`.simulated(org: \"toy\")`") && help.contains("FlowSignInTesting"))
  }

  @Test(
    "A script's issuer isn't a configuration unless the app names its host",
    arguments: [nil, "okta.com", "evil.example", "acme.okta.com:8443", "acme.okta.com.", ""])
  func unnamed(host: String?) throws {
    let script = try SignInScript(Self.declaring)
    let failure = #expect(throws: SignInFailure.self) {
      try script.configuration(of: "prod", host: host)
    }
    #expect(failure?.kind == .configuration)
    #expect(failure?.help?.contains("`host: \"acme.okta.com\"`") == true)
  }

  @Test(
    "An unknown or incomplete org is reported",
    arguments: [
      ("prud", "prod"), ("half", "redirect URI"), ("hidden", "APP"),
    ])
  func undeclared(name: String, word: String) throws {
    let script = try SignInScript(Self.declaring)
    let failure = #expect(throws: SignInFailure.self) { try script.configuration(of: name) }
    #expect(
      failure.map { everyText(of: $0).contains(word) } == true, "\(String(describing: failure))")
  }

  @Test("An org's values come from the given ones, and a value's name isn't an id")
  func values() throws {
    let org = """
      org prod at "https://acme.okta.com" { client-id env APP; redirect-uri "app:/callback" }
      on identify prompt
      """
    let script = try SignInScript(org)
    let failure = #expect(throws: SignInFailure.self) { try script.configuration(of: "prod") }
    #expect(failure?.kind == .missingValues)
    #expect(failure?.help?.contains("`values`") == true)
    let configuration = try script.configuration(
      of: "prod", host: "acme.okta.com", values: ["APP": "0oa1"])
    guard let client = (configuration.target as? IssuerTarget)?.configuration else {
      Issue.record("\(configuration)")
      return
    }
    #expect(client.clientID == "0oa1")
    let word = org.replacing("env APP", with: "cid")
    _ = try SignInScript(word).configuration(of: "prod", host: "acme.okta.com")
    for (text, values) in [(word, ["cid"]), ("let cid = \"0oa1\"\n" + word, [])] {
      let failure = #expect(throws: SignInFailure.self) { try SignInScript(text, values: values) }
      #expect(failure?.problems.first?.message.contains("`cid` is the name of a value") == true)
    }
  }

  @Test("A mailbox is among the names of the one import, and serves every run")
  func mailbox() throws {
    var configuration = try SignInConfiguration(
      issuer: "https://acme.okta.com", clientID: "0oa1", redirectURI: "com.example.app:/callback")
    let mailbox: FlowSignIn.Mailbox = try Mailbox("http://127.0.0.1:8025")
    configuration.inbox = mailbox
    #expect(configuration.inbox?.unavailability(of: "email") == nil)
    #expect(configuration.inbox?.unavailability(of: "sms") != nil)
  }

  @Test("Advice to an app never requires the command line")
  func helps() async throws {
    var helps: [String?] = []
    for source in ["command:cat x", "foo", "maildir:"] {
      helps.append(#expect(throws: PlainFailure.self) { try Mailbox(source) }?.help)
    }
    helps.append(try Mailbox("maildir:/var/mail").unavailability(of: "sms")?.help)
    let half = try SignInScript(Self.declaring)
    helps.append(
      #expect(throws: SignInFailure.self) { try half.configuration(of: "half") }?
        .help)
    let secret = "on challenge password answer passcode = \"Battery-Staple-2\""
    let warned = try SignInScript(secret).warnings.first { $0.id == "secret-literal" }
    helps.append(warned?.help)
    let later = "on identify prompt\nexpect used contains \"password\""
    let unwritten = #expect(throws: SignInFailure.self) { try SignInScript(later) }
    #expect(unwritten?.problems.first?.id == "not-yet")
    helps.append(unwritten?.problems.first?.help)
    for help in helps {
      let help = try #require(help)
      #expect(!help.contains("`--") && !help.contains("command:"), "\(help)")
      #expect(!help.contains("`flow ") && !help.contains("secrets file"), "\(help)")
    }
  }

  @Test(
    "An invalid configuration is refused with its fault and the fix",
    arguments: [
      ("", "0oa1", "app:/callback", ["openid"], "issuer"),
      ("acme.okta.com", "0oa1", "app:/callback", ["openid"], "issuer"),
      ("https://jane:pw@acme.okta.com", "0oa1", "app:/callback", ["openid"], "issuer"),
      ("ftp://acme.okta.com", "0oa1", "app:/callback", ["openid"], "issuer"),
      ("http://acme.okta.com", "0oa1", "app:/callback", ["openid"], "https"),
      ("https://acme.okta.com", "", "app:/callback", ["openid"], "client id"),
      ("https://acme.okta.com", "0oa 1", "app:/callback", ["openid"], "client id"),
      ("https://acme.okta.com", "0oa1", "", ["openid"], "redirect URI"),
      ("https://acme.okta.com", "0oa1", "callback", ["openid"], "redirect URI"),
      ("https://acme.okta.com", "0oa1", "app:", ["openid"], "redirect URI"),
      ("https://acme.okta.com", "0oa1", "1app:/callback", ["openid"], "redirect URI"),
      ("https://acme.okta.com", "0oa1", "app:/callback", [], "scope"),
      ("https://acme.okta.com", "0oa1", "app:/callback", ["openid", ""], "scope"),
      ("https://acme.okta.com", "0oa1", "app:/callback", ["openid profile"], "scope"),
    ])
  func refuses(
    issuer: String, client: String, redirect: String, scopes: [String], word: String
  ) throws {
    let failure = try #require(throws: SignInFailure.self) {
      try SignInConfiguration(
        issuer: issuer, clientID: client, redirectURI: redirect, scopes: scopes)
    }
    guard case .configuration(let message, let help) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(message.contains(word))
    #expect(help?.isEmpty == false)
    #expect(!everyText(of: failure).contains("jane:pw"))
  }
}
