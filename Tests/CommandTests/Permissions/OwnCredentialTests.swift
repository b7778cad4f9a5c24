import CommandSupport
import FlowCLI
import FlowInterpreter
import FlowTerminal
import TestSupport
import Testing

@Suite("The tool's own credentials and an issuer that only a script names")
struct OwnCredentialTests {
  private static let names = OwnCredential.allCases.map(\.rawValue)

  private static func script(_ name: String) -> String {
    """
    org p at "http://127.0.0.1:8080/o" {
      client-id "a"; redirect-uri "x:/y"; client-secret secret \(name)
    }
    flow "a" { against p; on any stop }

    """
  }

  private func run(
    _ name: String, _ arguments: [String], project: String? = nil, isSet: Bool = true
  ) async throws -> (outcome: Shell.Outcome, requests: Int) {
    let folder = try TemporaryFolder()
    let path = try folder.write("x.flow", Self.script(name))
    let transport = ScriptedTransport(Pages.signIn)
    let environment = isSet ? [name: "maildir:/tmp/own-canary"] : [:]
    var shell = Shell(transport: transport, environment: environment)
    shell.projectFile = try project.map { try folder.write("flow.json", $0) }
    let command = Array(arguments.prefix(1)) + [path, "--live", "127.0.0.1:8080"]
    let outcome = await shell(command + arguments.dropFirst())
    return (outcome, transport.requests.count)
  }

  @Test("Neither the option nor the project's file gives them to a script", arguments: names)
  func never(name: String) async throws {
    for command in ["run", "test"] {
      let option = try await run(name, [command, "--env", name])
      #expect(option.outcome.status == .usage, "\(option.outcome.all)")
      #expect(
        option.outcome.errors.contains("`--env` can't give scripts `\(name)`"),
        "\(option.outcome.all)")
      let project = try await run(name, [command], project: "{\"env\": [\"\(name)\"]}")
      #expect(project.outcome.status == .usage, "\(project.outcome.all)")
      #expect(
        project.outcome.errors.contains("`env` can't give scripts `\(name)`"),
        "\(project.outcome.all)")
      #expect(option.requests + project.requests == 0)
    }
  }

  @Test("The help of the refusal doesn't recommend a refused option", arguments: names)
  func help(name: String) async throws {
    let (outcome, requests) = try await run(name, ["run", "--no-input"])
    #expect(outcome.errors.contains("error[env-not-allowed]"), "\(outcome.all)")
    #expect(outcome.errors.contains(name) && requests == 0, "\(outcome.all)")
    for advice in ["--env \(name)", "[\"\(name)\"]"] {
      #expect(!outcome.errors.contains(advice), "\(outcome.all)")
    }
    if name == "FLOW_CLIENT_SECRET" { #expect(outcome.errors.contains("`--config`")) }
  }

  @Test("The suggestion for a missing value isn't one that is refused", arguments: names)
  func missing(name: String) async throws {
    let (outcome, requests) = try await run(name, ["run", "--no-input"], isSet: false)
    #expect(outcome.status != .success && requests == 0, "\(outcome.all)")
    for advice in ["--env \(name)", "\(name)=…"] {
      #expect(!outcome.errors.contains(advice), "\(outcome.all)")
    }
  }
}
