import CommandSupport
import FlowHTTP
import FlowLanguageServer
import FlowSimulation
import FlowTerminal
import TestSupport
import Testing

/// Proof that an engine is a value: this one is declared in the tests, and no source mentions it.
@Suite("An engine that is added to the list works in every command")
struct ToyEngineTests {
  private static let engines = EngineKits(EngineKits.standard.kits + [.turnstile])

  private var shell: Shell {
    var shell = Shell()
    shell.engines = Self.engines
    return shell
  }

  private static let script = """
    org gate for turnstile { price 3 }

    flow "through the gate" {
      engine turnstile
      against gate
      on pay when turnstile.paid is "2" answer coins = "1"
      on pay                            answer coins = "2"
      expect turnstile.paid is "3"
    }
    """

  @Test("Its scripts are checked: its words are known, others aren't")
  func check() async throws {
    let folder = try TemporaryFolder()
    let good = try folder.write("good.flow", Self.script)
    #expect(await shell("check", good).status == .success)
    // Without the engine, the same script is wrong.
    #expect(await Shell()("check", good).status == .wrongScript)
    let cases = [("on pay when", "on pya when", "pay"), ("price 3", "prize 3", "price")]
    for (right, wrong, meant) in cases {
      let file = try folder.write("bad.flow", Self.script.replacing(right, with: wrong))
      let run = await shell("check", file)
      #expect(run.output.contains("did you mean `\(meant)`?"), "\(run.all)")
    }
  }

  @Test("Its flows run, at its orgs and in its demo, and their coverage is counted")
  func run() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("gate.flow", Self.script)
    let run = await shell("run", file)
    #expect(run.status == .success && run.output.contains("success, 2 steps"), "\(run.all)")
    let demo = try folder.write(
      "demo.flow",
      "engine turnstile\non pay answer coins = \"2\"\nexpect turnstile.paid is \"2\"\n")
    #expect(await shell("run", demo).status == .success)
    let failing = try folder.write(
      "failing.flow", "engine turnstile\non pay answer coins = \"many\"\n")
    #expect(await shell("run", failing).errors.contains("a turnstile takes coins"))
    let test = await shell("test", "--coverage", folder.path)
    #expect(test.output.contains("the price"), "\(test.all)")
    // Options that only the default engine has are refused.
    let live = await shell("run", demo, "--fault", "token once: 503")
    #expect(live.status != .success && live.errors.contains("requires the engine"), "\(live.all)")
  }

  @Test("Its words are listed, explained and drawn")
  func words() async throws {
    let names = await shell("names", "turnstile")
    #expect(names.output.contains("pay") && names.output.contains("coins"), "\(names.all)")
    #expect(await shell("names", "turnstile", "pay").output.contains("wants its price"))
    let settings = await shell("names", "turnstile", "settings", "cost")
    #expect(settings.output.contains("How many coins it takes."), "\(settings.all)")
    #expect(await shell("graph", "turnstile").output.contains("the price is paid"))
    let unknown = await shell("names", "turnstil")
    #expect(unknown.errors.contains("did you mean `turnstile`?"), "\(unknown.all)")
  }

  @Test("An editor completes and explains its words")
  func editor() throws {
    var session = ServerSession(engines: Self.engines)
    func send(_ message: JSON) -> String {
      let body = message.bytes()
      let head = Array("Content-Length: \(body.count)\r\n\r\n".utf8)
      return String(decoding: session.take(head + body), as: UTF8.self)
    }
    func ask(_ method: String, line: Int, character: Int) -> String {
      send([
        "jsonrpc": "2.0", "id": 2, "method": .string(method),
        "params": [
          "textDocument": ["uri": "file:///nowhere/gate.flow"],
          "position": ["line": .integer(line), "character": .integer(character)],
        ],
      ])
    }
    _ = send(["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["capabilities": [:]]])
    _ = send(["jsonrpc": "2.0", "method": "initialized", "params": [:]])
    let opened = send([
      "jsonrpc": "2.0", "method": "textDocument/didOpen",
      "params": [
        "textDocument": [
          "uri": "file:///nowhere/gate.flow", "languageId": "flow", "version": 1,
          "text": .string(Self.script),
        ]
      ],
    ])
    #expect(opened.contains("\"diagnostics\":[]"), "\(opened)")
    let steps = ask("textDocument/completion", line: 5, character: 7)
    #expect(steps.contains("\"label\":\"pay\""), "\(steps)")
    let settings = ask("textDocument/completion", line: 0, character: 27)
    #expect(settings.contains("\"label\":\"price\""), "\(settings)")
    let engines = ask("textDocument/completion", line: 3, character: 11)
    #expect(engines.contains("\"label\":\"turnstile\""), "\(engines)")
    let hover = ask("textDocument/hover", line: 5, character: 6)
    #expect(hover.contains("wants its price"), "\(hover)")
    let setting = ask("textDocument/hover", line: 0, character: 27)
    #expect(setting.contains("How many coins it takes."), "\(setting)")
  }
}
