import FlowHTTP
import SimulatorKit

/// The words that match a request in a fault: the request's endpoint, and the steps that it
/// answers.
struct RequestWords: Sendable, Hashable {
  var endpoint: String?
  var steps: [String] = []
  /// The number of the request's sign-in; `nil` if there is none.
  var transaction: Int?

  /// Whether a word in a fault matches the request.
  func answer(to word: String) -> Bool {
    endpoint == word || steps.contains { FaultNames.covers(word, $0) }
  }

  /// Whether the response to the request is a page.
  var isOfPages: Bool { endpoint.map { !FaultNames.withoutPages.contains($0) } ?? true }
}

/// Determines which words in a fault match a request.
struct RequestReader: TurnPart {
  let turn: Turn

  /// Returns the words that match a request in a fault.
  ///
  /// The org's state determines which steps the request answers.
  func words(of request: HTTPRequest) -> RequestWords {
    let path = request.url.path
    guard path.hasPrefix(IDXEndpoint.root) else {
      if path == Site.linkPath { return RequestWords(endpoint: "link") }
      if path.utf8.split(separator: UInt8(ascii: "/")).contains(where: {
        ".well-known".utf8.elementsEqual($0)
      }) {
        return RequestWords(endpoint: "discovery")
      }
      let last = path.utf8.split(separator: UInt8(ascii: "/")).last ?? "".utf8[...]
      var words = RequestWords(endpoint: String(decoding: last, as: UTF8.self))
      if words.endpoint == "token", let number = RequestReader.redeemedNumber(in: request),
        state.transactions[number] != nil
      {
        words.transaction = number
      }
      return words
    }
    var words = RequestWords(endpoint: IDXEndpoint(path: path).flatMap(RequestReader.word))
    guard let number = RequestReader.transactionNumber(in: request.body),
      let transaction = state.transactions[number]
    else { return words }
    words.transaction = number
    let forms = idxRequests.page(transaction, .next).json["remediation"]?["value"]?.array ?? []
    for form in forms where form["href"]?.string?.hasSuffix(path) == true {
      if let name = form["name"]?.string { words.steps.append(name) }
    }
    return words
  }

  /// Returns the word for an endpoint that doesn't answer a step of the same name; `nil` for other
  /// endpoints.
  private static func word(of endpoint: IDXEndpoint) -> String? {
    switch endpoint {
    case .introspect: "introspect"
    case .poll, .authenticatorsPoll: "poll"
    case .resend: "resend"
    case .send: "send"
    case .recover: "recover"
    case .skip: "skip"
    case .cancel: "cancel"
    default: nil
    }
  }

  /// Returns the number of the sign-in in a body's handle; `nil` if there is no valid handle.
  static func transactionNumber(in body: HTTPBody) -> Int? {
    guard let form = try? FormBody(body) else { return nil }
    for name in ["stateHandle", "stateToken"] {
      if let handle = try? form.text(name) {
        return Handle.number(in: handle, behind: IDXRequests.stateHandlePrefix)
      }
    }
    return (try? form.text("interactionHandle")).flatMap { $0 }.flatMap { Handle.number(in: $0) }
  }

  /// Returns the number of the sign-in whose interaction code the request redeems; `nil` if the
  /// request has no interaction code.
  static func redeemedNumber(in request: HTTPRequest) -> Int? {
    guard let form = try? OAuthForm(request), let code = try? form.value("interaction_code") else {
      return nil
    }
    return Handle.number(in: code)
  }
}
