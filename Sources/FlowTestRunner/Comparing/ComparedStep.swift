import FlowEngine
import FlowInterpreter

/// The parts of a response that a comparison uses.
///
/// They don't depend on the user, the time or the language of the org.
struct ComparedStep {
  /// The main step; `nil` if no step is offered.
  private let main: String?
  /// All offered steps, sorted by name.
  private let steps: [String]
  /// The choices at the steps of a name.
  private let choices: [String: [String]]
  /// The keys of the messages that have keys.
  private let keys: [Message.Severity: Set<String>]
  private let outcome: Outcome?

  /// The part in which two responses differ.
  enum Difference {
    case steps
    case choices(at: String)
    case messages(Message.Severity)
  }

  init(_ response: Response) {
    let names = response.steps.map(MoveText.name)
    main = names.first
    steps = names.sorted()
    var choices: [String: [String]] = [:]
    for (name, step) in zip(names, response.steps) where !step.choices.isEmpty {
      choices[name, default: []] += step.choices.map(ComparedStep.text)
    }
    self.choices = choices.mapValues { $0.sorted() }
    var keys: [Message.Severity: Set<String>] = [:]
    for message in response.messages {
      if let key = message.key { keys[message.severity, default: []].insert(key) }
    }
    self.keys = keys
    outcome = response.outcome
  }

  private static func text(_ choice: Choice) -> String {
    let methods = choice.methods.map(\.word).filter { $0 != choice.naming.word }.sorted()
    return choice.naming.word + (methods.isEmpty ? "" : " via " + methods.joined(separator: " or "))
  }

  /// Returns the first difference; `nil` if there is none.
  ///
  /// Messages are compared if both responses have keys of the same severity: a text without a key
  /// is in the org's own words.
  func difference(from other: ComparedStep) -> Difference? {
    guard main == other.main, steps == other.steps else { return .steps }
    for name in steps where choices[name] != other.choices[name] { return .choices(at: name) }
    for severity in [Message.Severity.error, .warning, .info] {
      if let own = keys[severity], let others = other.keys[severity], own != others {
        return .messages(severity)
      }
    }
    return nil
  }

  /// The most steps, choices or keys that are listed; more wouldn't fit a screen.
  private static let namesMax = 20

  private static func list(_ words: [String]) -> String {
    let others = words.count - namesMax
    let named = words.prefix(namesMax).joined(separator: ", ")
    return others > 0 ? "\(named) and \(others) more" : named
  }

  /// Describes this response's side of a difference.
  func words(of difference: Difference) -> String {
    switch difference {
    case .steps:
      guard let main else { return outcome.map { "the outcome: \($0.rawValue)" } ?? "no step" }
      var others = steps
      if let index = others.firstIndex(of: main) { others.remove(at: index) }
      return ComparedStep.list([main] + others)
    case .choices(let name):
      let offered = choices[name] ?? []
      return "\(name) offers \(offered.isEmpty ? "nothing" : ComparedStep.list(offered))"
    case .messages(let severity): return ComparedStep.list((keys[severity] ?? []).sorted())
    }
  }
}
