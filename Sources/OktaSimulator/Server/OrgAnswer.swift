import FlowHTTP
import FlowText
import SimulatorKit

/// Answers a request to an org, and applies the org's faults to the response.
struct OrgAnswer {
  let org: Org

  /// Answers a request, and returns how to deliver the response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - state: The state of the org, which the request changes.
  ///   - now: The time since the start of 1970, UTC.
  ///   - draw: The generator of handles and codes.
  ///   - trace: Records the events of the request; `nil` for no record. The response doesn't depend
  ///     on it.
  ///   - memo: The factors on earlier pages, for reuse; `nil` if they aren't stored.
  /// - Returns: The response, with the delay or the cut that the caller must carry out.
  func deliver(
    _ request: HTTPRequest, state: inout OrgState, now: Duration, draw: inout Draw,
    trace: inout OrgTrace?, memo: PageMemo? = nil
  ) -> Delivery {
    guard org.apps.isEmpty else {
      let app = RequestedApp(org: org, state: state).org(for: request)
      var own = trace.map { _ in OrgTrace() }
      let delivery = OrgAnswer(org: app).deliver(
        request, state: &state, now: now, draw: &draw, trace: &own, memo: memo)
      if let own { trace?.add(own, ofApp: app.appName ?? "") }
      return delivery
    }
    if !state.faultBox.postponed.isEmpty { state.deliverLateItems(at: now) }
    guard !state.faultBox.armed.isEmpty else {
      return Delivery(
        soundAnswer(
          request, state: &state, now: now, random: &draw, trace: &trace, memo: memo))
    }
    let delivery = faultyAnswer(
      request, state: &state, now: now, random: &draw, trace: &trace, memo: memo)
    for fault in delivery.mishap?.faults ?? [] { trace?.note(.fault(fault)) }
    return delivery
  }

  /// Answers a request while the org has faults.
  private func faultyAnswer(
    _ request: HTTPRequest, state: inout OrgState, now: Duration, random: inout Draw,
    trace: inout OrgTrace?, memo: PageMemo?
  ) -> Delivery {
    var draw = random.forRequest()
    let words = Turn.take(org: org, state: &state, now: now, draw: draw) {
      $0.requestReader.words(of: request)
    }
    var hits = state.faultBox.hits(words)
    let kinds = hits.map(\.kind)
    var delay = Duration.zero
    for case .latency(let time) in kinds { delay += time }
    delay = min(delay, Fault.latencyMax)

    if kinds.contains(.drop) {
      return Delivery(
        HTTPResponse(status: 503), delay: delay, cut: .dropped, mishap: words.mishap(hits))
    }
    for kind in kinds {
      guard let answer = FaultAnswer.answer(kind, words, now: now, &random) else { continue }
      return Delivery(answer, delay: delay, mishap: words.mishap(hits))
    }
    if kinds.contains(.expired) { state.expire(words.transaction) }
    state.faultBox.isHolding = state.faultBox.concernsMail
    var response = soundAnswer(
      request, state: &state, now: now, random: &random, trace: &trace, memo: memo)
    if state.faultBox.isHolding { hits += state.sendOnHeldItems(at: now) }
    if words.isOfPages, case .json(.object(let page)) = response.body {
      var faulty = FaultyPage(page, status: response.status, origin: org.site.origin)
      for kind in kinds { faulty.apply(kind, &draw) }
      response.body = .json(.object(faulty.page))
      response.status = faulty.status
    }
    var cut: Delivery.Cut?
    for case .truncate(let count) in kinds {
      let length = response.body.onWire.bytes.count
      cut = .truncated(min(count ?? length / 2, max(length - 1, 0)))
    }
    return Delivery(response, delay: delay, cut: cut, mishap: words.mishap(hits))
  }

  /// Answers a request as if the org had no faults.
  ///
  /// This is the whole behavior of the org. It uses no clock, network or randomness of its own. The
  /// same org, state, request, time and random numbers always give the same response and state.
  ///
  /// - Parameters:
  ///   - request: The request. Its body is JSON, a form or bytes, regardless of its content type.
  ///   - state: The state of the org, which the request changes.
  ///   - now: The time since the start of 1970, UTC.
  ///   - random: The generator of handles and codes.
  ///   - trace: Records the events of the request; `nil` for no record.
  ///   - memo: The factors on earlier pages, for reuse; `nil` if they aren't stored.
  /// - Returns: The response, with its body as JSON.
  private func soundAnswer(
    _ request: HTTPRequest, state: inout OrgState, now: Duration,
    random: inout Draw, trace: inout OrgTrace?, memo: PageMemo?
  ) -> HTTPResponse {
    let id = random.requestID()
    return Turn.take(org: org, state: &state, now: now, draw: random.forRequest()) { turn in
      turn.headers = request.headers
      turn.memo = memo
      swap(&turn.trace, &trace)
      var response = turn.requestRouter.answer(request)
      swap(&turn.trace, &trace)
      response.headers.fields = OrgAnswer.headers(
        response.headers.fields, turn.extraHeaders.fields, now: turn.now, id: id)
      return response
    }
  }

  /// Returns the headers of a response, followed by the headers that the real engine adds to every
  /// response.
  private static func headers(
    _ own: [HTTPHeaders.Field], _ extra: [HTTPHeaders.Field], now: Duration, id: String
  ) -> [HTTPHeaders.Field] {
    let seconds = now.components.seconds
    var fields: [HTTPHeaders.Field] = []
    fields.reserveCapacity(own.count + extra.count + 6)
    fields += own
    fields += extra
    fields.append(HTTPHeaders.Field("Date", CivilTime(seconds: seconds).httpDate))
    fields.append(HTTPHeaders.Field("x-okta-request-id", id))
    fields.append(HTTPHeaders.Field("x-rate-limit-limit", "600"))
    fields.append(HTTPHeaders.Field("x-rate-limit-remaining", "599"))
    fields.append(HTTPHeaders.Field("x-rate-limit-reset", String(seconds + 60)))
    if !own.contains(where: { $0.name == "Cache-Control" }) {
      fields.append(HTTPHeaders.Field("Cache-Control", "no-cache, no-store"))
    }
    return fields
  }
}

extension RequestWords {
  /// Returns the description of the faults that happened to a request; `nil` if there were none.
  fileprivate func mishap(_ hits: [Fault]) -> Delivery.Mishap? {
    guard !hits.isEmpty else { return nil }
    var texts: [String] = []
    for hit in hits where !texts.contains(hit.text) { texts.append(hit.text) }
    return Delivery.Mishap(
      faults: texts, request: steps.first ?? endpoint ?? "any", signIn: transaction)
  }
}

extension OrgState {
  /// Lets a sign-in expire at once.
  fileprivate mutating func expire(_ number: Int?) {
    guard let number, var transaction = transactions[number] else { return }
    transaction.expires = .zero
    transactions[number] = transaction
  }
}
