import FlowEngine
import FlowHTTP

/// Hides the handles and codes of a transaction in what a server says.
///
/// They fill no field, but an error may quote what it was sent.
struct Echoes: Sendable {
  private var texts: [String] = []
  /// Hears of each: what is shown elsewhere than in a message is hidden there.
  var learn: (@Sendable (Secret) -> Void)?

  /// How many are kept: what was sent last, what has come since, and what begins the transaction.
  private static let countMax = 4
  /// Shorter ones, which no server makes, would stand in any text.
  private static let lengthMin = 8

  /// Knows nothing.
  init() {}

  /// Knows the handles and the code of a page that is looked at alone.
  init(of page: Shared<IDXPage>) {
    note(page.stateHandle)
    for form in page.remediations { note(form.fields.fixedText(of: "stateHandle")) }
    note(page.success?.fields.first { $0.name == "interaction_code" }?.value?.string)
  }

  /// Learns a handle or a code.
  mutating func note(_ text: String?) {
    guard let text, !text.isEmpty, !texts.contains(text) else { return }
    learn?(Secret(text))
    guard text.utf8.count >= Echoes.lengthMin else { return }
    if texts.count == Echoes.countMax { texts.remove(at: 1) }
    texts.append(text)
  }

  /// Takes them out of a response's messages.
  func hide(in response: inout Response) {
    for index in response.messages.indices {
      response.messages[index].text = hidden(response.messages[index].text)
      // Most messages have neither.
      for link in response.messages[index].links.indices {
        response.messages[index].links[link] = hidden(response.messages[index].links[link])
      }
      for parameter in response.messages[index].parameters.indices {
        response.messages[index].parameters[parameter] = hidden(
          response.messages[index].parameters[parameter])
      }
    }
    for index in response.facts.indices where response.facts[index].name.hasPrefix("message.") {
      guard case .list(let values) = response.facts[index].value else { continue }
      response.facts[index].value = .list(values.map { .text(hidden($0.shown)) })
    }
  }

  /// The failure, its words without them.
  func hidden(_ failure: EngineFailure) -> EngineFailure {
    var failure = failure
    failure.message = hidden(failure.message)
    if let said = failure.refusal?.text { failure.refusal?.text = hidden(said) }
    return failure
  }

  /// The text without them.
  func hidden(_ text: String) -> String {
    texts.reduce(text) { text, secret in
      text.split(separator: secret, omittingEmptySubsequences: false)
        .joined(separator: Secret.mask)
    }
  }
}
