import FlowHTTP
import FlowText
import SimulatorKit

/// Answers a request to an org, and does to the answer what the faults of the state say.
struct OrgAnswer {
  let org: Org

  /// Answers a request, says what becomes of the answer on its way, and what was done.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - state: what is changed by it.
  ///   - now: the time since the start of 1970, UTC.
  ///   - draw: where handles and codes come from.
  ///   - trace: takes note of what is done, which changes nothing of the answer; `nil` for none.
  ///   - memo: What pages have shown before; `nil` if nothing is kept of it.
  /// - Returns: the answer, and what becomes of it on its way, for the caller to carry out.
  func deliver(
    _ request: HTTPRequest, state: inout OrgState, now: Duration, draw: inout Draw,
    trace: inout OrgTrace?, memo: PageMemo? = nil
  ) -> Delivery {
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

  /// Answers a request where faults may happen to it.
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

  /// Answers a request as an org without faults: its whole behaviour, without clock, network or
  /// chance of its own.
  ///
  /// The same org, state, request, time and randomness always give the same response and state.
  ///
  /// - Parameters:
  ///   - request: the request; its body as JSON, as a form or as bytes, whatever its content type.
  ///   - state: what is changed by it.
  ///   - now: the time since the start of 1970, UTC.
  ///   - random: where handles and codes come from.
  ///   - trace: takes note of what is done on the way, where there is one.
  ///   - memo: What pages have shown before; `nil` if nothing is kept of it.
  /// - Returns: the response, its body as JSON.
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

  /// An answer's own headers, and what the real engine sends with every answer.
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
    fields.append(HTTPHeaders.Field("Cache-Control", "no-cache, no-store"))
    return fields
  }
}

extension RequestWords {
  /// What is told of a request that faults happened to; `nil` where none did.
  fileprivate func mishap(_ hits: [Fault]) -> Delivery.Mishap? {
    guard !hits.isEmpty else { return nil }
    var texts: [String] = []
    for hit in hits where !texts.contains(hit.text) { texts.append(hit.text) }
    return Delivery.Mishap(
      faults: texts, request: steps.first ?? endpoint ?? "any", signIn: transaction)
  }
}

extension OrgState {
  /// Ends a sign-in as time does.
  fileprivate mutating func expire(_ number: Int?) {
    guard let number, var transaction = transactions[number] else { return }
    transaction.expires = .zero
    transactions[number] = transaction
  }
}
