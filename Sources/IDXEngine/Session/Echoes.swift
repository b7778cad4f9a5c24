import FlowEngine
import FlowHTTP

/// Hides the handles and codes of a transaction in a server's messages.
///
/// They aren't in any field, but an error may quote the request.
struct Echoes: Sendable {
  private var texts: [String] = []
  /// Receives each of them, to hide them outside of messages too.
  var learn: (@Sendable (Secret) -> Void)?

  /// The number that is kept: the last one sent, the ones received since, and the transaction's
  /// first.
  private static let countMax = 4
  /// A server doesn't make shorter ones, and they would occur in ordinary text.
  private static let lengthMin = 8

  /// Creates an empty list.
  init() {}

  /// Creates the list for a page that is inspected on its own.
  init(of page: Shared<IDXPage>) {
    note(page.stateHandle)
    for form in page.remediations { note(form.fields.fixedText(of: "stateHandle")) }
    note(page.success?.fields.first { $0.name == "interaction_code" }?.value?.string)
  }

  /// Adds a handle or a code.
  mutating func note(_ text: String?) {
    guard let text, !text.isEmpty, !texts.contains(text) else { return }
    learn?(Secret(text))
    guard text.utf8.count >= Echoes.lengthMin else { return }
    if texts.count == Echoes.countMax { texts.remove(at: 1) }
    texts.append(text)
  }

  /// Hides them in a response's messages.
  func hide(in response: inout Response) {
    for index in response.messages.indices {
      response.messages[index].text = hidden(response.messages[index].text)
      // Most messages don't contain any.
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

  /// The failure with a message that doesn't contain them.
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
