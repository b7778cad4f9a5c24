import FlowEngine
import FlowHTTP

/// Masks the handles and codes of a transaction in a server's messages.
///
/// An error may quote the request, which contains handles and codes.
struct Echoes: Sendable {
  private var texts: [String] = []
  /// Receives each handle and code, to mask them in other outputs too.
  var learn: (@Sendable (Secret) -> Void)?

  /// The maximum number of texts to mask.
  ///
  /// The texts are the last handle that was sent, the handles and codes that were received since,
  /// and the transaction's first handle.
  private static let countMax = 4
  /// The minimum length of a text to mask; servers send no shorter handles, and ordinary text has
  /// them.
  private static let lengthMin = 8

  /// Creates an empty list.
  init() {}

  /// Creates the list for a page that is inspected without a transaction.
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

  /// Masks the handles and codes in a response's messages.
  func hide(in response: inout Response) {
    for index in response.messages.indices {
      response.messages[index].text = hidden(response.messages[index].text)
      // Most messages have no links or parameters.
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

  /// Returns the failure with the handles and codes masked in its texts.
  func hidden(_ failure: EngineFailure) -> EngineFailure {
    var failure = failure
    failure.message = hidden(failure.message)
    if let said = failure.refusal?.text { failure.refusal?.text = hidden(said) }
    return failure
  }

  /// Returns the text with the handles and codes masked.
  func hidden(_ text: String) -> String {
    texts.reduce(text) { text, secret in
      text.split(separator: secret, omittingEmptySubsequences: false)
        .joined(separator: Secret.mask)
    }
  }
}
