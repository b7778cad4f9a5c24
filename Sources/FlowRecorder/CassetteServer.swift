import FlowEngine
import FlowHost
import FlowInterpreter
import FlowScript
import FlowHTTP
import FlowSimulation
import Synchronization

/// A cassette as a server: it gives the recorded answers as long as the requests are the same.
final class CassetteServer: Transport {
  /// The point where a run diverges from its recording.
  struct Departure: Sendable, Hashable {
    /// The number of the request, from 1.
    var number: Int
    /// The request, without its secrets.
    var sent: Cassette.Request
    /// The recorded request; `nil` if the recording has ended.
    var recorded: Cassette.Request?
    /// The differences, if the two requests are of the same kind.
    var differences: [RequestComparison.Difference] = []
  }

  /// The values of the current sign-in, as they were sent.
  private struct Begun {
    var nonce: String?
    var state = ""
    /// The script's shift of the server's clock.
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
  ///   - cassette: The source of the answers.
  ///   - clock: The time of the tokens that it makes.
  ///   - masker: Masks the secrets of the run.
  init(_ cassette: Cassette, clock: any RunClock, _ masker: Masker) {
    self.cassette = cassette
    self.clock = clock
    mask = CassetteMask(masker)
  }

  /// The point where the run has diverged from the recording; `nil` if it hasn't.
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
      // After a divergence there are no recorded answers.
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
      // The bodies aren't kept, but the fact that they weren't JSON is.
      response.body = .bytes(Array("not JSON".utf8))
    }
    return response
  }

  /// The address where a browser arrives after a redirect, according to the rest of the recording.
  ///
  /// - Parameter redirectURI: The app's redirect address.
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
