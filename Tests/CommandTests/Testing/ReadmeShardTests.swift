import CommandSupport
import FlowCLI
import FlowTerminal
import FlowTestRunner
import Testing

/// The manual's suites on several machines, each machine's line run as it appears there.
@Suite("The manual's parts of a suite")
struct ReadmeShardTests {
  /// A system's form for a machine's shard.
  struct System: Sendable, CustomTestStringConvertible {
    /// A word of its example, and of no other example.
    var mark: String
    /// The variables of a shard, from 1, and the total.
    var variables: @Sendable (Int, Int) -> [String: String]
    /// The replacements of its own expressions.
    var expressions: @Sendable (Int) -> [String: String] = { _ in [:] }
    var testDescription: String { mark }
  }

  static let systems = [
    System(
      mark: "runs-on", variables: { _, _ in [:] },
      expressions: { ["${{ matrix.part }}": "\($0)"] }),
    System(
      mark: "artifacts: {",
      variables: { ["CI_NODE_INDEX": "\($0)", "CI_NODE_TOTAL": "\($1)"] },
      expressions: { ["$CI_NODE_INDEX": "\($0)"] }),
    System(
      mark: "completionMode: Indexed",
      variables: { ["JOB_COMPLETION_INDEX": "\($0 - 1)", "FLOW_SHARDS": "\($1)"] },
      expressions: { ["$JOB_COMPLETION_INDEX": "\($0 - 1)"] }),
  ]

  private static let parts = 5
  private static let flows = 24

  @Test("The reports of all machines merge to the report of one run", arguments: systems)
  func example(_ system: System) async throws {
    let page = try #require(Project.text(Project.page("shards")))
    let example = try #require(Self.examples(of: page).first { $0.contains(system.mark) })
    let line = try #require(Self.line("flow test", of: example))
    let suite = try Suites.folder([
      "a.flow": (0..<Self.flows).map { Suites.passing("sign-in \($0)") }.joined()
    ])
    let reports = try TemporaryFolder()
    func words(_ line: String, _ part: Int) -> [String] {
      var line = line.replacing("/reports/", with: "")
      for (old, new) in system.expressions(part) { line = line.replacing(old, with: new) }
      return line.replacing("part-", with: reports.path + "/part-")
        .replacing("policies.", with: reports.path + "/policies.")
        .replacing("Examples/policy-qa", with: suite.path)
        .split(separator: " ").dropFirst().map(String.init)
    }
    for part in 1...Self.parts {
      var shell = Shell()
      shell.environment = system.variables(part, Self.parts)
      let outcome = await shell(words(line, part))
      #expect(outcome.status == .success, "\(outcome.all)")
    }
    // The example's own merge command if it has a job for it, otherwise a merge of everything.
    let first = system.mark == "completionMode: Indexed" ? 0 : 1
    let merge =
      Self.line("flow report merge", of: example)
      ?? "flow report merge --report junit:policies.xml "
      + (first..<first + Self.parts).map { "part-\($0).jsonl" }.joined(separator: " ")
    let merged = await Shell()(words(merge, 1))
    #expect(merged.status == .success, "\(merged.all)")
    #expect(merged.output.contains("\(Self.flows) flows"), "\(merged.all)")
    #expect(reports.holds("policies.xml"))
  }

  /// The fenced examples of YAML.
  private static func examples(of text: String) -> [String] {
    text.split(separator: "```yaml\n").dropFirst().compactMap {
      $0.split(separator: "\n```").first.map(String.init)
    }
  }

  /// The command of an example with this prefix.
  private static func line(_ command: String, of example: String) -> String? {
    for line in example.split(separator: "\n") {
      if let range = line.firstRange(of: command + " ") { return String(line[range.lowerBound...]) }
    }
    return nil
  }
}
