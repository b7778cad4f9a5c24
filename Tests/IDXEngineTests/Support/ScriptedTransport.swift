import FlowHTTP
import FlowLock

/// Answers requests in the order of a script, and records what was sent.
final class ScriptedTransport: Transport {
  typealias Answer = @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportFailure>

  private let state: Mutex<(answers: [Answer], requests: [HTTPRequest])>

  init(_ answers: [Answer] = []) {
    state = Mutex((answers, []))
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var remaining: Int { state.withLock { $0.answers.count } }

  func add(_ answer: @escaping Answer) {
    state.withLock { $0.answers.append(answer) }
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer else { throw .dropped("the script has ended") }
    return try answer(request).get()
  }
}

extension HTTPResponse {
  /// An answer handed over as a structure.
  static func page(
    _ json: JSON, status: Int = 200, headers: HTTPHeaders = [:]
  ) -> ScriptedTransport.Answer {
    { _ in .success(HTTPResponse(status: status, headers: headers, body: .json(json))) }
  }

  /// An answer of bytes, as a wire brings it.
  static func text(
    _ text: String, status: Int = 200, headers: HTTPHeaders = [:]
  ) -> ScriptedTransport.Answer {
    { _ in
      .success(HTTPResponse(status: status, headers: headers, body: .bytes(Array(text.utf8))))
    }
  }
}
