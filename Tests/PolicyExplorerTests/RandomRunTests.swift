import CommandSupport
import PolicyExplorer
import FlowHTTP
import Testing
import TestSupport

/// Real runs of random scripts have no outcome that isn't among the explored ones.
@Suite struct RandomRunTests {
  /// The number of scripts for each user.
  private static let scripts = 4

  @Test("No run has an outcome that no route has", arguments: OracleTests.seeds)
  func random(seed: Int) async throws {
    guard let made = try RandomOrg(seed: UInt64(seed)) else { return }
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: UInt64(seed) &+ 1_000)
    for person in made.people {
      let found = try OracleTests.endings(of: person.login, in: made)
      for number in 0..<Self.scripts {
        let script = RandomScript(made, person, random: &random)
        let path = try folder.write("\(seed)-\(number).flow", script.text)
        let run = await Shell(drawsAnew: true)("run", path, "--json")
        let line = run.lines.last { $0.contains("\"outcome\"") }
        let result = try JSON(parsing: Array(try #require(line, "\(run.all)").utf8))
        guard let ending = script.ending(result) else { continue }
        #expect(
          found.contains(ending),
          "\(ending) is not among \(found.sorted())\n\(script.text)\(run.all)")
      }
    }
  }
}
