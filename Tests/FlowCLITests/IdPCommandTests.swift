import CommandSupport
import FlowEngine
import FlowScript
import FlowHTTP
import FlowTerminal
import FlowText
import MobileIdPEngine
import Testing

@testable import FlowCLI

/// `flow idp request` and `flow idp decode`, and typos.
@Suite("Messages of the mobile identity provider flow")
struct IdPCommandTests {
  static let request = [
    "idp", "request", "--to", "sampleidpapp", "--client-id", "SP_KEY", "--callback",
    "sampleapp://oauth2/done", "--scopes", "api,web", "--login-host", "login.salesforce.com",
  ]

  private static func changed(_ option: String, _ value: String) -> [String] {
    var line = request
    guard let index = line.firstIndex(of: option) else { return line + [option, value] }
    line[index + 1] = value
    return line
  }

  // MARK: Requests

  @Test("A request is a URL that an app can parse, and new each time")
  func fresh() async throws {
    let first = await Shell(seed: 1)(Self.request)
    #expect(first.status == .success, "\(first.all)")
    #expect(first.errors.contains("can't be redeemed"))
    let url = try #require(first.lines.first)
    guard case .authRequest(let message) = try AppMessage(MessageURL(url)) else {
      Issue.record("\(url)")
      return
    }
    #expect(message.clientID == "SP_KEY")
    #expect(message.scopes == ["api", "web", "refresh_token"])
    #expect(message.loginHost == LoginHost("login.salesforce.com"))
    #expect(message.state?.isEmpty == false)
    let second = await Shell(seed: 2)(Self.request)
    #expect(second.lines.first != url)
  }

  @Test("A request's file has what its answer needs, only for its owner, and no output has it")
  func save() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/request.json"
    let hint = "00D000000000001EAA:005000000000001AAA"
    let run = await Shell()(
      Self.request + ["--save", path, "--hint", hint, "--app-name", "Sample App"])
    #expect(run.status == .success && run.errors.isEmpty, "\(run.all)")
    let saved = try SavedRequest(contentsOf: path).request
    guard case .authRequest(let message) = try AppMessage(MessageURL(run.lines[0])) else {
      Issue.record("\(run.output)")
      return
    }
    #expect(message.challenge == saved.verifier.challenge)
    #expect(message.state == saved.state)
    #expect(message.userHint?.description == hint)
    #expect(message.appName == "Sample App")
    #expect(!run.output.contains(saved.verifier.text.reveal()))
    #expect(try folder.permissions(of: "request.json") == 0o600)
  }

  @Test("A bundle has the pairs, and the SDK's profile has no state")
  func bundle() async throws {
    let run = await Shell()(Self.request + ["--bundle", "--profile", "ios"])
    #expect(run.status == .success)
    #expect(run.lines.first == "authrequest")
    #expect(run.lines.contains("oauth_redirect_uri=sampleapp://oauth2/done"))
    #expect(!run.output.contains("state="))
    #expect(run.errors.contains("sends no state"))
    #expect(MessageInspection(bundle: Array(run.output.utf8)).isMessage(.ios))
  }

  @Test("An answer is built, with a code or with an error")
  func answers() async throws {
    let code = await Shell()(
      "idp", "response", "--to", "sampleapp", "--code", "c1", "--state", "s 1", "--login-host",
      "login.salesforce.com")
    #expect(
      code.output
        == "sampleapp://oauth2/v1.0/authresponse?code=c1&state=s%201&"
        + "login_host=login.salesforce.com\n")
    let error = await Shell()(
      "idp", "response", "--to", "sampleapp", "--error", "access_denied", "--state", "s1")
    #expect(error.status == .success, "\(error.all)")
    guard case .error(let message) = try AppMessage(MessageURL(error.lines[0])) else {
      Issue.record("\(error.output)")
      return
    }
    #expect(message.code == "access_denied")
    #expect(message.reason == "end-user denied authorization")
    let ofSDK = await Shell()(
      "idp", "response", "--to", "sampleapp", "--error", "user_cancelled", "--profile", "ios")
    #expect(ofSDK.output.contains("errorCode=-999"))
  }

  @Test("An error has its description, as a URL and as a bundle")
  func description() async throws {
    let line = [
      "idp", "response", "--to", "sampleapp", "--error", "access_denied", "--state", "s1",
      "--description", "No way in",
    ]
    let url = await Shell()(line)
    guard case .error(let message) = try AppMessage(MessageURL(url.lines[0])) else {
      Issue.record("\(url.all)")
      return
    }
    #expect(message.description == "No way in" && message.reason == "end-user denied authorization")
    let bundle = await Shell()(line + ["--bundle", "--reason", "a reason"])
    #expect(
      bundle.lines == [
        "error", "error_code=access_denied", "error_desc=No way in", "error_reason=a reason",
        "state=s1",
      ])
    let ofSDK = await Shell()(line + ["--profile", "ios"])
    #expect(ofSDK.output.contains("errorDescription=No%20way%20in"), "\(ofSDK.all)")
    let long = String(repeating: "x", count: MessageLimits.textBytes + 1)
    let refused = await Shell()(line.dropLast() + [long])
    #expect(refused.errors.contains("more than 1024 bytes"), "\(refused.all)")
  }

  static let wrong: [(line: [String], help: String)] = [
    (["idp", "response", "--code", "c", "--description", "d"], "exclude each other"),
    (["idp"], "flow idp request"), (["idp", "reqest"], "did you mean `flow idp request`?"),
    (["idp", "a://oauth2/v1.0/error"], "`flow idp decode URL`"),
    (["idp", "x"], "`request`, `response`, `decode`"),
    (["idp", "decode"], "`-` for the standard input"),
    (["idp", "request"], "`--to SCHEME`, `--client-id KEY`"),
    (["idp", "response"], "or a URL to check"),
    (["idp", "response", "--code", "c", "--to", "a"], "`--state STATE`, `--login-host HOST`"),
    (["idp", "response", "--code", "c", "--error", "e"], "exclude each other"),
    (["idp", "response", "u", "--code", "c"], "a URL to check is given"),
    (["idp", "response", "--request", "f"], "no URL is given"),
    (["idp", "response", "a://b"], "`--request` is missing"),
    (["idp", "request", "x", "--to", "a"], "an extra argument"),
    (["idp", "decode", "u", "--code", "c"], "`--code` isn't for `flow idp decode`"),
    (["idp", "decode", "u", "--profil", "ios"], "did you mean `--profile`?"),
    (["idp", "decode", "u", "--profile", "io"], "did you mean `ios`?"),
    (["idp", "decode", "u", "--profile", "android"], "`strict` and `ios`"),
    (changed("--to", "sampleidpapp://"), "write only the scheme: `sampleidpapp`"),
    (changed("--to", "https"), "an app has its own scheme"),
    (changed("--to", "1"), "a word such as"), (changed("--to", "sampleapp"), "(K4)"),
    (changed("--callback", "https://a/b"), "must be the app's own"),
    (changed("--callback", "sampleapp"), "begins with a scheme"),
    (changed("--scopes", "api web"), "`api,web`"),
    (changed("--client-id", ""), "isn't a consumer key"),
    (changed("--login-host", "https://login.salesforce.com/"), "`login.salesforce.com`"),
    (changed("--hint", "005000000000001AAA:00D000000000001EAA"), "the iOS SDK's order"),
    (changed("--save", "/nowhere/at/all"), "can't be written"),
  ]

  @Test("A typo is reported with the correct word", arguments: wrong)
  func typedWrong(line: [String], help: String) async {
    let run = await Shell()(line)
    #expect(run.status == (help == "can't be written" ? .serverFailed : .usage), "\(run.all)")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(help), "\(run.errors)")
  }

  @Test("The help has every option, and the overview has the command")
  func help() async {
    let help = await Shell()("help", "idp")
    let names = IdPCommand.spec.options.map(\.spec.name)
    for name in names { #expect(help.output.contains("  \(name)")) }
    #expect(await Shell()("--help").output.contains("\n  idp "))
    for action in IdPCommand.Action.allCases {
      for option in action.options(checks: false) + action.options(checks: true) {
        #expect(names.contains(option.spec.name), "\(option.spec.name)")
      }
    }
  }

  // MARK: Messages

  static let message =
    "sampleidpapp://oauth2/v1.0/authrequest?oauth_client_id=SP_KEY&code_challenge="
    + "13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3&oauth_redirect_uri="
    + "sampleapp%3A%2F%2Foauth2%2Fdone&scopes=api%20web&login_host=https%3A%2F%2Fa.test&state="
    + "canary-state&stat=canary-other"

  @Test("A message is shown with its parameters, its mistakes below it, and no secrets")
  func decode() async {
    let run = await Shell()("idp", "decode", Self.message)
    #expect(run.status == .wrongScript)
    #expect(run.errors.isEmpty)
    for text in [
      "authrequest: the client asks the identity provider for a code\n",
      "for the app of `sampleidpapp`", "strict  refused: 3 mistakes", "ios     refused: 3 mistakes",
      "the client's consumer key\n", "state = •••••• (12 characters)",
      "= help: this is the digest in hexadecimal", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      "`api,web`", "`a.test`", "did you mean `state`?",
    ] {
      #expect(run.output.contains(text), "\(text): \(run.output)")
    }
    #expect(run.output.count(of: "error: ") == 3)
    #expect(run.output.count(of: "warning: ") == 1)
    #expect(run.output.contains("^^^"))
    #expect(!run.output.contains("canary"), "\(run.output)")
  }

  @Test("Behavior of only the SDK's profile is reported as such, and depends on the profile")
  func profiles() async {
    let url = "sampleapp://oauth2/v1.0/authresponse?code=canary-code"
    let strict = await Shell()("idp", "decode", url)
    #expect(strict.status == .wrongScript)
    #expect(strict.output.contains("`--profile ios` accepts it"))
    let ios = await Shell()("idp", "decode", url, "--profile", "ios")
    #expect(ios.status == .success, "\(ios.all)")
    #expect(!(strict.output + ios.output).contains("canary"))
  }

  @Test("The mark is under the wrong part, beside masked values, too")
  func place() async throws {
    let run = await Shell()(
      "idp", "decode",
      "sampleapp://oauth2/v1.0/authresponse?login_host=a.test&"
        + "state=canary-state&code=%zz")
    let lines = run.output.split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.contains("^") })
    let mark = try #require(lines[index].firstIndex(of: "^"))
    let column = lines[index].distance(from: lines[index].startIndex, to: mark)
    let source = lines[index - 1]
    #expect(source.dropFirst(column).hasPrefix("••••••"), "\(run.output)")
    #expect(source.contains("state=••••••&code=••••••"), "\(run.output)")
    #expect(column == source.distance(from: source.startIndex, to: source.endIndex) - 6)
    #expect(!run.output.contains("canary"))
  }

  @Test("As JSON it has the same, with offsets of the text")
  func json() async throws {
    let run = await Shell()("idp", "decode", Self.message, "--json")
    let json = try JSON(parsing: Array(run.output.utf8))
    #expect(json["command"]?.string == "authrequest")
    #expect(json["strict"]?.bool == false)
    let problems = try #require(json["problems"]?.array)
    #expect(problems.count == 4)
    let bytes = Array(Self.message.utf8)
    let marked = problems.map { problem in
      String(
        decoding: bytes[(problem["start"]?.integer ?? 0)..<(problem["end"]?.integer ?? 0)],
        as: UTF8.self)
    }
    #expect(marked.contains("%20") && marked.contains("https%3A%2F%2F") && marked.contains("stat"))
    #expect(!run.output.contains("canary"))
  }

  static let nameless = [
    "authresponse\ncode: canary\nstate=s", "code: canary", "code: canary\nstate: canary",
    "canary", "canary\ncode=canary", "authresponse\ncanary", "authresponse\nY2FuYXJ5canary==",
    "a://oauth2/v1.0/authresponse?canary&code=x", "command=canary\ncode=x", "x:canary",
    "code: canary?a=b://c",
  ]

  @Test("A part without a name is masked like a value", arguments: nameless)
  func unnamed(text: String) async throws {
    for more in [[], ["--json"]] {
      let run = await Shell()(["idp", "decode"] + more + ["--", text])
      #expect(run.status == .wrongScript, "\(run.all)")
      #expect(!run.all.contains("canary"), "\(run.all)")
    }
    let folder = try TemporaryFolder()
    let request = folder.path + "/request.json"
    #expect(await Shell()(Self.request + ["--save", request]).status == .success)
    let answer = await Shell()("idp", "response", "--request", request, "--", text)
    #expect(answer.status == .wrongScript, "\(answer.all)")
    #expect(!answer.all.contains("canary"), "\(answer.all)")
  }

  @Test("An empty standard input is reported as empty", arguments: ["", "\n", " \r\n\n"])
  func emptyInput(text: String) throws {
    let fault = #expect(throws: UsageFault.self) {
      try IdPInput.message(Array(text.utf8))
    }
    #expect(fault?.message.text == "the standard input is empty")
    #expect(fault?.help?.text.contains("a URL, or a bundle") == true)
    #expect(try IdPInput.message(Array("a://b\n".utf8)) == Array("a://b".utf8))
  }

  @Test("A misspelled command of a bundle is masked, and the right one is suggested")
  func misspeltCommand() async {
    let run = await Shell()("idp", "decode", "authrespons\ncode=x\nstate=y")
    #expect(run.output.contains("did you mean `authresponse`?"), "\(run.all)")
    #expect(!run.output.contains("1 | authrespons\n"))
  }

  static let hostile = [
    "", "\u{0}", "?", "a:", "://", "code=canary", "a://oauth2/v1.0/authresponse&code=canary",
    "a://oauth2/v1.0/authresponse?state=x#code=canary", "authresponse\ncode=canary\nstate=canary",
    "a://oauth2/v1.0/authresponse?cod%65=canary&x=canary&=canary",
    "a://oauth2/v1.0/error?error_code=\u{1B}[31m&state=canary",
    "a://oauth2/v1.0/authresponse?code=canary&" + String(repeating: "x", count: 1 << 20),
    "a://oauth2/v1.0/" + String(repeating: "&code=canary", count: 3000),
    "\u{FFFD}\u{202E}://oauth2/v1.0/authresponse?code=canary",
  ]

  @Test(
    "No text is too strange: none shows its secrets or moves the cursor", arguments: hostile)
  func strange(text: String) async {
    for more in [[], ["--json"], ["--profile", "ios"]] {
      let run = await Shell()(["idp", "decode"] + more + ["--", text])
      #expect(run.status == .wrongScript || run.status == .success, "\(run.status)")
      #expect(!run.output.contains("canary"), "\(run.output.prefix(2000))")
      #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      #expect(run.output.utf8.count < 200_000)
    }
  }
}
