import FlowEngine
import FlowInterpreter

/// The parts of a response that a comparison of two orgs uses.
///
/// These parts don't depend on the user, the time or the language of the org.
struct ComparedStep {
  /// The name and subject of the main step; `nil` if the response has no step.
  private let main: String?
  /// All offered steps, sorted by name.
  private let steps: [String]
  /// The choices of the steps, by the name of the step.
  private let choices: [String: [String]]
  /// The keys of the messages that have a key, by the severity of the message.
  private let keys: [Message.Severity: Set<String>]
  private let outcome: Outcome?

  /// The kind of difference between two responses.
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

  /// Returns the first difference from another response; `nil` if there is none.
  ///
  /// Messages are compared by their keys, because each org has its own texts. They are compared
  /// only if both responses have keys of the same severity.
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

  /// The maximum number of listed steps, choices or keys.
  ///
  /// More wouldn't fit on a screen.
  private static let namesMax = 20

  private static func list(_ words: [String]) -> String {
    let others = words.count - namesMax
    let named = words.prefix(namesMax).joined(separator: ", ")
    return others > 0 ? "\(named) and \(others) more" : named
  }

  /// Describes the part of this response that differs from the other response.
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
