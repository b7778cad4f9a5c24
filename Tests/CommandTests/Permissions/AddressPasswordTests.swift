import CommandSupport
import FlowHTTP
import FlowTerminal
import Testing

/// Addresses must not have a user name and a password in them; if one does, no output shows it.
@Suite("A password in an address is shown nowhere")
struct AddressPasswordTests {
  private static let secret = "anary"

  /// Addresses with a password, most of them malformed.
  static let addresses = [
    "https://user:ass-canary@acme.okta.com", "user:ass-canary@acme.okta.com",
    "https:/user:ass-canary@acme.okta.com", "https://user:ass-canary",
    "https//user:ass-canary@y.com",
    "https:user:ass-canary@y.com", "https:\\\\user:ass-canary@y.com", "user:ass-canary",
    "https:///user:ass-canary@y.com", "https://user:ass-canary@y.com/a@b",
    "//user:ass-canary@y.com",
    "https://user:9999ass-canary", "https://user:p@w/ass-canary@y.com", "ass-canary@acme.okta.com",
    "https://user:ass-canary{x}@y.com", "https://user:a/ass-canary", "ftp://user:ass-canary@y.com",
    " https://user:ass-canary@y.com", "https://user:a ass-canary@y.com", "[::1]:ass-canary",
    "user:canary-ass@y.com",
  ]

  @Test("In a script: neither the message nor the line shows it", arguments: addresses)
  func script(address: String) async throws {
    let folder = try TemporaryFolder()
    let written = address.replacing("\\", with: "\\\\")
    let escaped = written.replacing("canary", with: "\\u{63}anary")
    for text in [
      "org p at \"\(written)\" { client-id \"c\"; redirect-uri \"a:/b\" }\non identify submit\n",
      "org p at \"\(escaped)\" { client-id \"c\"; redirect-uri \"a:/b\" }\non identify submit\n",
      "org p \"\(written)\" { client-id \"c\" }\n", "org p at \"\(written) {\n",
    ] {
      let script = try folder.write("a.flow", text)
      for arguments in [
        ["check", script], ["check", script, "--json"], ["check", script, "--format", "sarif"],
        ["check", script, "--format", "github"], ["run", script], ["run", script, "--json"],
        ["test", script], ["ast", script],
      ] {
        let run = await Shell()(arguments)
        #expect(!run.all.contains(Self.secret), "\(arguments) \(text) \(run.all)")
      }
    }
  }

  @Test("On the command line, in the environment and in a file", arguments: addresses)
  func settings(address: String) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", "on identify submit\n")
    let object: JSON = ["issuer": .string(address)]
    let config = try folder.write("a.json", String(decoding: object.bytes(), as: UTF8.self))
    let project = try folder.write("flow.json", "{}")
    for arguments in [
      ["run", script, "--issuer", address], ["run", script, "--config", config], ["run", script],
      ["run", script, "--redirect-uri", address], ["run", script, "--live", address],
      ["run", script, "--inbox", address], ["serve", "--issuer", address, "--seed", "x"],
      ["test", script, "--issuer", address], ["record", "--issuer", address],
      [
        "idp", "response", "a://oauth2/v1.0/error?error_code=x", "--request", script,
        "--token-endpoint", address,
      ],
      ["idp", "response", "a://oauth2/v1.0/x", "--request", script, "--issuer", address],
      ["refresh", "--tokens", script, "--issuer", address],
    ] {
      var shell = Shell()
      shell.projectFile = project
      if arguments.count == 2 { shell.environment["FLOW_ISSUER"] = address }
      let run = await shell(arguments)
      #expect(!run.all.contains(Self.secret), "\(arguments) \(run.all)")
    }
  }

  @Test("A client secret that looks like a placeholder isn't quoted")
  func clientSecret() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", "on identify submit\n")
    var shell = Shell()
    shell.environment["FLOW_CLIENT_SECRET"] = "ass-canary{x}"
    let run = await shell("run", script)
    #expect(run.status != .success && !run.all.contains(Self.secret), "\(run.all)")
  }

  @Test(
    "An address without a password is shown",
    arguments: ["acme.okta.com:99x", "acme.okta.com/a:b", "https:/acme.okta.com:8443", "acme"])
  func shown(address: String) async throws {
    let run = await Shell()("run", "x.flow", "--issuer", address)
    let start = address.prefix { $0 != "9" }
    #expect(run.errors.contains("`\(start)"), "\(run.all)")
  }
}
