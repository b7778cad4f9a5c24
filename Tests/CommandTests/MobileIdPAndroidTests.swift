import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

/// Apps that open one another with intents and bundles, as on Android.
@Suite("Runs of the mobile flow on Android")
struct MobileIdPAndroidTests {
  private static func run(
    _ text: String, _ command: String = "run", _ options: [String] = []
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    return await Shell()([command, try folder.write("script.flow", text)] + options)
  }

  private static func org(
    provider: String = "platform android", client: String = "platform android",
    thief: String = ""
  ) -> String {
    """
    org phone for mobile-idp {
      app "Authenticator" {
        role provider; scheme "sampleidpapp"; consumer-key "IDP_KEY"; scopes api, web, refresh_token
        \(provider)
      }
      app "Sample App" {
        scheme "sampleapp"; consumer-key "SP_KEY"; scopes api, web; provider "Authenticator"
        \(client)
      }
      app "Thief" { role hostile; \(thief) }
      user "ada@acme.test" {
        id "005000000000001AAA"; password "Correct-Horse-1"; logged-in "Authenticator"
      }
    }

    """
  }

  private static func flow(_ body: String) -> String {
    "flow \"a flow\" {\nengine mobile-idp\n\(body)\n}\n"
  }

  private static let login = """
    on choose-login   choose identity-provider
    on select-account choose "ada@acme.test"
    on approve        choose allow

    """

  /// A request of the client's, except for its return address, as the lines of a bundle.
  private static let request =
    "authrequest\\noauth_client_id=SP_KEY\\nscopes=api\\nlogin_host=login.salesforce.com\\nstate=x"
    + "\\ncode_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  static let flows: [(name: String, body: String)] = [
    (
      "the facts are from the URLs",
      login + """
        expect success and via is "idp" and sent authrequest and not sent error
        expect authrequest.oauth_redirect_uri is "sampleapp://oauth2/done"
        expect authrequest.scopes is "api,web,refresh_token"
        expect authresponse.state is authrequest.state
        """
    ),
    (
      "the provider begins",
      "start from provider\non select-app choose \"Sample App\"\non approve choose allow\n"
        + "on select-account choose \"ada@acme.test\"\n"
        + "expect success and idpinit.login_host is \"login.salesforce.com\""
    ),
    (
      "a bundle begins, for the client",
      "start message with bundle = \"idpinit\\nlogin_host=login.salesforce.com\"\n" + login
        + "expect success and sent idpinit"
    ),
    (
      "a value of a bundle has no escapes",
      "start message with bundle = \"idpinit\\nlogin_host=login.salesforce.com"
        + "\\nuser_hint=00D000000000001EAA%3A005000000000001AAA\"\n"
        + "expect failure and dropped contains \"malformed\""
    ),
    (
      "no redirect: dropped without an answer",
      "start message with bundle = \"\(request)\", from = \"Thief\"\n"
        + "expect failure and dropped contains \"no-return-address\" and not sent error"
    ),
    (
      "a request whose answer no one gets",
      "start message with bundle = \"\(request)\\noauth_redirect_uri=nobody://done\"\n"
        + "on select-account choose \"ada@acme.test\"\non approve choose allow\n"
        + "expect failure and dropped contains \"sp-not-found\""
    ),
    (
      "a repeated key is refused with an answer",
      "start message with bundle = \"\(request)\\nscopes=web\\noauth_redirect_uri=sampleapp://done\""
        + "\nexpect failure and error.error_code is \"invalid_request\""
    ),
    (
      "a forged answer",
      "on choose-login choose identity-provider\n"
        + "on select-account once meanwhile message with from = \"Thief\", "
        + "bundle = \"authresponse\\ncode=1\\nstate=2\\nlogin_host=login.salesforce.com\"\n"
        + "expect failure and reason is \"state-mismatch\""
    ),
    (
      "an answer that comes again is dropped",
      login + "on select-account once meanwhile again with command = authrequest\n"
        + "expect success"
    ),
    (
      "a bundle for an app by its name",
      "start message with bundle = \"\(request)\", to = \"Sample App\"\n"
        + "expect failure and dropped contains \"out-of-place\""
    ),
    (
      "a bundle for an app by its scheme",
      "start message with bundle = \"error\\nerror_code=x\", to = \"sampleidpapp\"\n"
        + "expect failure and dropped contains \"out-of-place\""
    ),
  ]

  @Test("Android apps exchange bundles with the pairs of the URLs", arguments: flows)
  func bundles(name: String, body: String) async throws {
    let run = try await Self.run(Self.org() + Self.flow(body))
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("A trace shows intents, and URLs on other platforms")
  func trace() async throws {
    let android = try await Self.run(Self.org() + Self.flow(Self.login), "run", ["--trace"])
    #expect(android.output.contains("Sample App -> Authenticator  intent authrequest"))
    #expect(android.output.contains("Authenticator -> Sample App  intent authresponse code=••••"))
    let ios = try await Self.run(
      Self.org(provider: "", client: "platform ios") + Self.flow(Self.login), "run", ["--trace"])
    #expect(ios.status == .success, "\(ios.all)")
    #expect(ios.output.contains("Sample App -> Authenticator  authrequest"))
  }

  @Test("An app that receives another app's intent has its code, but not the verifier")
  func thief() async throws {
    let run = try await Self.run(
      Self.org(thief: "scheme \"sampleapp\"").replacing(
        "app \"Thief\"", with: "receiver \"sampleapp\" \"Thief\"\napp \"Thief\"")
        + Self.flow(Self.login + "expect failure and not client.tokens contains \"access-token\""),
      "run", ["--trace"])
    #expect(run.output.contains("Thief -> login.salesforce.com  token 400"), "\(run.all)")
  }

  static let refused: [(start: String, isAndroid: Bool, text: String)] = [
    ("url = \"sampleapp://oauth2/v1.0/idpinit\"", true, "write `bundle = …`"),
    ("bundle = \"idpinit\"", false, "write `platform android` in each app"),
    ("bundle = \"idpinit\", url = \"a:b\"", true, "not both"),
    ("url = \"a:b\", to = \"Sample App\"", false, "but there is no bundle"),
    ("bundle = \"idpinit\", to = \"No App\"", true, "there is no app `No App`"),
    ("from = \"Thief\"", true, "needs the parameter `url`"),
  ]

  @Test(
    "A message in another platform's form is refused with the correct form", arguments: refused)
  func otherPlatform(start: String, isAndroid: Bool, text: String) async throws {
    let platform = isAndroid ? "platform android" : ""
    let run = try await Self.run(
      Self.org(provider: platform, client: platform)
        + Self.flow("start message with \(start)\non approve choose allow"))
    #expect(run.errors.contains("error[request-failed]"), "\(run.all)")
    #expect(run.errors.contains(text), "\(run.all)")
  }

  static let mixed: [(provider: String, client: String, thief: String, text: String)] = [
    ("", "platform android", "", "`Sample App` runs on `android` and `Authenticator` on `ios`"),
    ("platform android", "", "", "`Sample App` runs on `ios` and `Authenticator` on `android`"),
    ("", "", "platform android", "`Thief` runs on `android`"),
    ("platform windows", "", "", "write `platform ios` or `platform android`"),
    (
      "platform android; messages ios", "platform android", "",
      "`messages ios` is how the iOS SDK writes"
    ),
  ]

  @Test("Apps of two platforms can't be on one device", arguments: mixed)
  func mixedPlatforms(provider: String, client: String, thief: String, text: String) async throws {
    let run = try await Self.run(
      Self.org(provider: provider, client: client, thief: thief) + Self.flow(Self.login), "check")
    #expect(run.status != .success)
    #expect(run.all.contains("error[setting-value]"), "\(run.all)")
    #expect(run.all.contains(text), "\(run.all)")
  }
}
