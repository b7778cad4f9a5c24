import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowLock
import Testing

@testable import FlowInterpreter

/// `run "command"`: the requests, and the results of the answers.
@Suite struct CommandTests {
  /// Runs a flow whose commands are recorded and answered by their number.
  private func result(
    _ value: String, lets: String = "", _ engine: ScriptedEngine = ScriptedEngine(.email, .success),
    deadline: Duration = .seconds(120),
    answer: @escaping @Sendable (CommandRequest) throws(PlainFailure) -> Secret = { _ in
      Secret("printed-1")
    }
  ) async throws -> (result: RunResult, requests: [CommandRequest], masker: Masker) {
    let asked = Asked()
    var environment = RunEnvironment.test(
      variables: ["WHO": "jane doe; rm -rf '\"$HOME\""], secrets: ["KEY": "-k 1"])
    environment.deadline = deadline
    environment.command = { (request) async throws(PlainFailure) in
      asked.add(request)
      return try answer(request)
    }
    let result = try await FlowInterpreterTests.result(
      "\(lets)\non challenge answer code = \(value)", engine, environment)
    return (result, asked.all, environment.masker)
  }

  private final class Asked: Sendable {
    private let requests = Mutex<[CommandRequest]>([])
    var all: [CommandRequest] { requests.withLock { $0 } }
    func add(_ request: CommandRequest) { requests.withLock { $0.append(request) } }
  }

  static let commands: [(String, [String])] = [
    (#"run "pass show work/okta""#, ["pass", "show", "work/okta"]),
    (#"run "  a\tb \n c  ""#, ["a", "b", "c"]),
    (#"run "a 'b  c' d'e f'g \"h 'i\"""#, ["a", "b  c", "de fg", "h 'i"]),
    (#"run "a '' \"\"""#, ["a", "", ""]),
    (
      #"run "a $HOME * | b > c \\n ~ ; d""#,
      [
        "a", "$HOME", "*", "|", "b", ">", "c", "\\n", "~", ";", "d",
      ]
    ),
    (#"run "a \(who)""#, ["a", "jane doe; rm -rf '\"$HOME\""]),
    (
      #"run "a --user=\(who)! 'x \(who)'""#,
      [
        "a", "--user=jane doe; rm -rf '\"$HOME\"!", "x jane doe; rm -rf '\"$HOME\"",
      ]
    ),
    (#"run "a \(empty) b\(empty)""#, ["a", "", "b"]),
    (#"run "a \(key)\(who)""#, ["a", "-k 1jane doe; rm -rf '\"$HOME\""]),
  ]

  @Test(
    "A command is split by fixed rules, and a value never adds words", arguments: commands)
  func words(written: String, words: [String]) async throws {
    let lets = "let who = env WHO\nlet key = secret KEY\nlet empty = \"\""
    let (result, requests, _) = try await result(written, lets: lets)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(requests.map(\.words) == [words])
    #expect(requests.first?.timeLimit == .seconds(120))
  }

  @Test("A program's output is a secret, and is submitted")
  func secret() async throws {
    let engine = ScriptedEngine(.email, .success)
    let (result, _, masker) = try await result(#"run "x""#, engine)
    #expect(result.passed)
    #expect(engine.log.moves == [.submit(0, ("credentials.passcode", "printed-1"))])
    #expect(masker.masked("printed-1") == Secret.mask)
  }

  @Test("A let runs its program once")
  func once() async throws {
    let engine = ScriptedEngine(.email, .phone, .success)
    let (result, requests, _) = try await result("code", lets: #"let code = run "x""#, engine)
    #expect(result.passed)
    #expect(requests.count == 1)
  }

  @Test("A failing program is a problem, with its message")
  func failed() async throws {
    let engine = ScriptedEngine(.email)
    let (result, _, _) = try await result(#"run "x""#, engine) { (_) throws(PlainFailure) in
      throw PlainFailure("`x` ended with status 3", notes: ["locked", "sorry"])
    }
    #expect(
      result.diagnostics.map(\.problem) == [.commandFailed(message: "`x` ended with status 3")])
    #expect(result.diagnostics.first?.notes == ["it said: locked", "it said: sorry"])
    #expect(engine.log.abandoned == 1)
  }

  @Test(
    "If programs aren't allowed, that is reported before the first request, in every case",
    arguments: [
      "on challenge answer code = run \"x\"", "let a = run \"x\"\non challenge answer code = a",
      "profile p { code = run \"x\" }\nflow \"f\" { use p\non challenge email answer code }",
      "on challenge when message is \"a\" say \"b\" then answer code = run \"x\"",
    ])
  func notAllowed(script: String) async throws {
    let engine = ScriptedEngine(.email)
    let result = try await FlowInterpreterTests.result(script, engine)
    #expect(result.problems == [.runNotAllowed])
    #expect(result.diagnostics.first?.place?.text == "run \"x\"")
    #expect(engine.log.start == nil)
  }
}
