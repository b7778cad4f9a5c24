import CommandSupport
import FlowCLI
import Testing

@Suite("Several runs in one process")
struct ConcurrencyTests {
  @Test("They don't interfere with one another")
  func atOnce() async throws {
    let examples = ["sign-in.flow", "second-factor.flow", "register.flow", "reuse.flow"]
    let lines = examples.flatMap { example in
      [["run", Project.example(example)], ["run", "--json", Project.example(example)]]
    }
    var alone: [[String]: String] = [:]
    for line in lines { alone[line] = Self.told(await Shell()(line)) }
    let together = await withTaskGroup(of: ([String], String).self) { group in
      for line in lines + lines {
        group.addTask { (line, Self.told(await Shell()(line))) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(together.count == lines.count * 2)
    for (line, told) in together { #expect(told == alone[line]) }
  }

  /// The output, except a new user's address, which is random.
  private static func told(_ run: Shell.Outcome) -> String {
    run.all.split(separator: " ").filter { !$0.contains("flow-") }.joined(separator: " ")
  }

  @Test("A secret that one run learned doesn't mask another run's output")
  func masks() async throws {
    let folder = try TemporaryFolder()
    let secret = try folder.write(
      "secret.flow", "on identify answer identifier = secret WHO\notherwise stop\nexpect stopped")
    let open = try folder.write(
      "open.flow", "on identify answer identifier = env WHO\notherwise stop\nexpect stopped")
    let shell = Shell(environment: ["WHO": "jane@example.com"])
    async let hidden = shell("run", secret)
    async let shown = shell("run", open)
    #expect(await !hidden.output.contains("jane@example.com"))
    #expect(await shown.output.contains("jane@example.com"))
  }
}
