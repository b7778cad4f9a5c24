package import FlowHTTP
import FlowLock

/// Answers requests in the order of a script, and stores what was sent.
///
/// The issuer's description isn't part of the script: it doesn't have one, unless it is given one.
package final class ScriptedTransport: Transport {
  /// A response.
  package enum Answer: Sendable {
    case response(HTTPResponse)
    case failure(TransportFailure)
    /// Nothing, until the time is over or the task is canceled.
    case nothing
  }

  private struct State {
    var answers: [Answer]
    var requests: [HTTPRequest] = []
    /// A callback for a request that waits for a response that never comes.
    var whenWaiting: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>
  private let description: Answer

  package init(
    _ answers: [Answer], description: Answer = .text("", status: 404),
    whenWaiting: (@Sendable () -> Void)? = nil
  ) {
    self.description = description
    state = Mutex(State(answers: answers, whenWaiting: whenWaiting))
  }

  package var requests: [HTTPRequest] { state.withLock { $0.requests } }
  package var paths: [String] { requests.map(\.url.path) }

  package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let isDiscovery = request.url.path.hasSuffix("/.well-known/openid-configuration")
    let answer = isDiscovery ? description : next(request)
    switch answer {
    case .response(let response): return response
    case .failure(let failure): throw failure
    case .nothing:
      state.withLock { $0.whenWaiting }?()
      do { try await Task.sleep(for: request.timeout ?? .seconds(600)) } catch {
        throw .cancelled
      }
      throw .timedOut(request.timeout ?? .zero)
    }
  }

  private func next(_ request: HTTPRequest) -> Answer {
    state.withLock { state in
      state.requests.append(request)
      return state.answers.isEmpty ? .failure(.dropped("the end")) : state.answers.removeFirst()
    }
  }
}

extension ScriptedTransport.Answer {
  /// JSON, as a wire brings it.
  package static func page(_ json: JSON, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    .response(HTTPResponse(status: status, headers: headers, body: .bytes(json.bytes())))
  }

  /// A text, as a wire brings it.
  package static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    .response(HTTPResponse(status: status, headers: headers, body: .bytes(Array(text.utf8))))
  }
}
