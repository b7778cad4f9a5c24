import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSimulation
import SimulatorKit

/// An engine that the sources don't contain: a turnstile that turns once its price is paid.
struct Turnstile: Engine, SimulatedOrg {
  var name: String
  var price = 1

  var items: [OrgItem] {
    var list = OrgItemList()
    list.add("price", "price", "setting", "the price")
    return list.items
  }

  func connect(_ run: SimulatedRun) -> Connection {
    run.logs?.log(of: name).add(OrgTrace())
    return Connection(engine: self, clock: run.clock, watchesRequests: false)
  }

  func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session {
    Turn(price: price)
  }

  /// One user at the turnstile.
  private struct Turn: Session {
    let price: Int
    var paid = 0
    var deadline: ContinuousClock.Instant?
    var traits: SessionTraits { SessionTraits() }
    var unreadParts: [String] { [] }

    mutating func start(_ start: Start) -> Response { page }

    mutating func perform(_ move: Move) throws(EngineFailure) -> Response {
      guard case .submit(_, _, let answers) = move, case .text(let coins)? = answers.first?.value,
        let count = Int(coins)
      else { throw EngineFailure(.refused, "a turnstile takes coins") }
      paid += count
      return page
    }

    mutating func abandon() {}
    mutating func userFacts() -> [Fact] { [] }
    func absence(of fact: String) -> String? { nil }

    private var page: Response {
      let facts = [Fact("turnstile.paid", .text(String(paid)))]
      guard paid < price else { return Response(outcome: .success, facts: facts) }
      return Response(
        steps: [Step("pay", fields: [Field("coins", isRequired: true)])], facts: facts)
    }
  }
}

extension EngineKit {
  /// The turnstile, as one value.
  static let turnstile = EngineKit(
    EngineDefinition(
      vocabulary: EngineVocabulary(
        engine: "turnstile", intents: [EngineVocabulary.Intent("pass")],
        steps: [
          EngineVocabulary.KnownStep(
            "pay", fields: ["coins"], isClosed: true, meaning: "The turnstile wants its price.",
            example: "on pay answer coins = \"1\"")
        ],
        subjects: [], methods: [], facts: ["turnstile"]),
      graph: StateGraph(
        "turnstile", states: [StateGraph.State("locked"), StateGraph.State("open", .final)],
        transitions: [
          StateGraph.Transition("T0", from: nil, to: "locked", trigger: "a visitor comes"),
          StateGraph.Transition("T1", from: "locked", to: "open", trigger: "the price is paid"),
        ])),
    demo: SourceFile(
      name: "built-in/demo-turnstile.flow", text: "org demo for turnstile { price 2 }"),
    settings: table.descriptions,
    problems: { read(name: $0, $1).problems },
    make: { text, _ in
      let (settings, missing) = text.settings
      let (org, problems) = read(name: text.name, settings)
      return (org, EngineCatalog.diagnostics(problems, missing, in: text.source))
    })

  private static let table = SettingTable<Turnstile>(
    entries: [
      SettingEntry(
        "price", "`price 2`", "How many coins it takes.", usual: "1", notAs: ["cost"],
        .whole(1...9) { $0.price = $1 })
    ])

  private static func read(
    name: String, _ settings: [Setting]
  ) -> (org: Turnstile?, problems: [SettingProblem]) {
    var org = Turnstile(name: name)
    let reader = SettingReader(schema: table.descriptions)
    table.read(settings, into: &org, reader)
    return (reader.problems.isEmpty ? org : nil, reader.problems)
  }
}
