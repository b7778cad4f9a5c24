import FlowEngine
import NextAuthEngine
import Testing

@Suite("Scenarios of nextAuth sessions")
struct ScenarioTests {
  @Test(
    "States, callbacks in their order, and history match the table",
    arguments: Scenario.table)
  func scenario(_ scenario: Scenario) async throws {
    let scene = Scene(scenario.setup)
    try await scene.perform(scenario.acts)
    #expect(scene.statuses() == scenario.statuses)
    #expect(scene.told == scenario.told)
    let sessions = await scene.manager.sessions()
    #expect(sessions.first?.history == scenario.history)
    for session in sessions {
      let items = await scene.manager.history().filter { $0.session == session.id }
      #expect(items.count == (session.history == .none ? 0 : 1), "an item where H isn't none")
      #expect(items.allSatisfy { $0.status == session.history || $0.status == .deleted })
    }
    let fitting = Set(SessionTransition.table.flatMap(\.steps))
    for row in scene.rows { #expect(fitting.contains(row), "\(row)") }
    try await scenario.check(scene)
  }

  @Test("The 52 scenarios of the reference are all included")
  func numbers() {
    let numbers = Set(
      Scenario.table.compactMap { scenario in
        Int(scenario.name.prefix { $0.isNumber })
      })
    #expect(numbers.isSuperset(of: 1...52), "\(Set(1...52).subtracting(numbers).sorted())")
  }

  @Test("Each of the rules S1 to S40 is named by a scenario")
  func rules() {
    var named: Set<String> = []
    for scenario in Scenario.table {
      let words = scenario.name.prefix { $0 != ":" }.split(separator: " ").map(String.init)
      named.formUnion(words.filter { $0.hasPrefix("S") })
    }
    let rules = (1...40).map { "S\($0)" }
    #expect(rules.filter { !named.contains($0) } == [])
    #expect(named.subtracting(rules).isEmpty)
  }

  @Test("Each row of the transition table is covered by a scenario")
  func rows() async throws {
    var taken: Set<SessionTransition.ID> = []
    for scenario in Scenario.table {
      let scene = Scene(scenario.setup)
      try await scene.perform(scenario.acts)
      taken.formUnion(scene.rows.map(\.id))
    }
    #expect(SessionTransition.ID.allCases.filter { !taken.contains($0) } == [])
  }

  @Test("The table has each row, and names only existing rules")
  func table() {
    let ids = SessionTransition.table.map(\.id)
    #expect(Set(ids) == Set(SessionTransition.ID.allCases))
    #expect(ids == ids.sorted { $0.rawValue < $1.rawValue })
    let rules = Set(SessionTransition.table.flatMap(\.rules))
    #expect(rules.isSubset(of: 1...40))
  }
}

extension SessionTransition {
  /// The steps that this row allows.
  var steps: [Taken] { from.map { Taken(id, from: $0, to: to ?? $0) } }
}
