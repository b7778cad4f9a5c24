import FlowEngine
import FlowHost
import FlowInterpreter
import FlowScript
import FlowHTTP
import FlowSimulation
import FlowLock

/// A server that gives the recorded answers of a cassette, as long as the requests are the same.
final class CassetteServer: Transport {
  /// The first request that differs from the recording.
  struct Departure: Sendable, Hashable {
    /// The number of the request, starting from 1.
    var number: Int
    /// The request that was sent, without secrets.
    var sent: Cassette.Request
    /// The recorded request; `nil` if the recording has no more requests.
    var recorded: Cassette.Request?
    /// The members that differ, if the two requests have the same method and path.
    var differences: [RequestComparison.Difference] = []
  }

  /// The values that the current sign-in sent in its first request.
  private struct Begun {
    var nonce: String?
    var state = ""
    /// The script's offset for the server's clock.
    var clockOffset = Duration.zero
  }

  private struct State {
    var next = 0
    var departure: Departure?
    var begun = Begun()
  }

  private let cassette: Cassette
  private let mask: CassetteMask
  private let clock: any RunClock
  private let state = Mutex(State())

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - cassette: The recorded answers.
  ///   - clock: The clock for the times in tokens.
  ///   - masker: Masks the secrets of the run.
  init(_ cassette: Cassette, clock: any RunClock, _ masker: Masker) {
    self.cassette = cassette
    self.clock = clock
    mask = CassetteMask(masker)
  }

  /// The first request that differs from the recording; `nil` if no request differs.
  var departure: Departure? { state.withLock { $0.departure } }

  /// The recorded requests that have not been sent.
  var rest: ArraySlice<Cassette.Exchange> {
    cassette.exchanges[state.withLock { $0.next }...]
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let sent = CassetteTape.request(request)
    let shown = CassetteTape.masked(sent, by: mask)
    let now = clock.now
    let offset = request.headers["X-Flow-Clock"].flatMap { OrgTime($0) }?.offset(at: now)
    let (exchange, begun) = state.withLock { state -> (Cassette.Exchange?, Begun) in
      // After a different request, the recorded answers don't fit any more.
      guard state.departure == nil else { return (nil, state.begun) }
      if let nonce = sent.body?["nonce"]?.string {
        state.begun = Begun(
          nonce: nonce, state: sent.body?["state"]?.string ?? "", clockOffset: offset ?? .zero)
      }
      var departure = Departure(number: state.next + 1, sent: shown)
      guard cassette.exchanges.indices.contains(state.next) else {
        state.departure = departure
        return (nil, state.begun)
      }
      let exchange = cassette.exchanges[state.next]
      departure.recorded = exchange.request
      guard RequestComparison.isSameKind(exchange.request, shown) else {
        state.departure = departure
        return (nil, state.begun)
      }
      departure.differences = RequestComparison(exchange.request, sent, shown: shown).differences
      guard departure.differences.isEmpty else {
        state.departure = departure
        return (nil, state.begun)
      }
      state.next += 1
      return (exchange, state.begun)
    }
    guard let exchange, !Task.isCancelled else { throw .cancelled }
    return response(exchange.answer, begun, now: now)
  }

  private func response(
    _ answer: Cassette.Answer, _ begun: Begun, now: Duration
  ) -> HTTPResponse {
    var response = HTTPResponse(
      status: answer.status, headers: HTTPHeaders(fields: answer.headers))
    if case .object(var object)? = answer.body, let claims = object["id_token"]?["claims"]?.object {
      object["id_token"] = .string(
        CassetteToken.token(
          of: claims, issuer: cassette.issuer.description, nonce: begun.nonce,
          now: now + begun.clockOffset))
      response.body = .json(.object(object))
    } else if let body = answer.body {
      response.body = .json(body)
    } else if answer.otherBytes > 0 {
      // The content isn't recorded, but it is known that it wasn't JSON.
      response.body = .bytes(Array("not JSON".utf8))
    }
    return response
  }

  /// The address at which a browser arrives after a redirect, derived from the next recorded
  /// request.
  ///
  /// - Parameter redirectURI: The app's redirect URI.
  /// - Returns: The address.
  func arrival(at redirectURI: String) -> Secret {
    let (next, state) = state.withLock { ($0.next, $0.begun.state) }
    let request = cassette.exchanges.indices.contains(next) ? cassette.exchanges[next].request : nil
    let path = request?.path ?? ""
    let what: FormPair
    if let code = request?.body?["interaction_code"]?.string {
      what = FormPair("interaction_code", code)
    } else if path.hasSuffix("/introspect") {
      what = FormPair("error", "interaction_required")
    } else {
      what = FormPair("otp", StandIns.value("the code of the link"))
    }
    return Secret(
      redirectURI + "?" + FormEncoding.encode([what, FormPair("state", state)]))
  }
}
