import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The recorded sequences, through the engine to their end.
@Suite(.enabled(if: Samples.areThere, "the captured answers are not beside this checkout"))
struct ReplayTests {
  @Test(arguments: Samples.scenarios)
  func aRecordedSequenceReplaysToItsEnd(_ scenario: Samples.Scenario) async throws {
    var replay = Replay(try scenario.steps())
    try await replay.run()
    #expect(replay.transport.remaining == 0)
    // Recordings after the tokens, such as the user's data, aren't part of the transaction.
    let last = replay.steps.last { Replay.isPage($0.json) || $0.json["access_token"] != nil }
    if let last, last.json["access_token"] == nil {
      let names = (last.json["remediation"]?["value"]?.array ?? []).map { $0["name"]?.string }
      #expect(replay.response?.steps.map(\.name) == names)
    } else {
      #expect(replay.response?.outcome == .success)
      #expect(replay.response?.tokens?.accessToken.isEmpty == false)
    }
    let pages = replay.steps.filter { Replay.isPage($0.json) }
    #expect(replay.compared + replay.lookedAt == pages.count)
  }
}

/// Makes the moves that lead from each recorded answer to the next.
private struct Replay {
  let steps: [Samples.Scenario.Step]
  let transport = ScriptedTransport()
  private(set) var response: Response?
  /// The number of request bodies that were compared with the form they answer.
  private(set) var compared = 0
  /// The number of answers to `introspect`.
  private(set) var lookedAt = 0
  private var session: any Session
  private var page: JSON = .null

  init(_ steps: [Samples.Scenario.Step]) {
    self.steps = steps
    session = Org.session(transport)
  }

  static func isPage(_ json: JSON) -> Bool { json.object.map { IDXReply.isPage($0) } ?? false }

  mutating func run() async throws {
    var index = 0
    while index < steps.count {
      let step = steps[index]
      if step.json["interaction_handle"] != nil {
        transport.add(HTTPResponse.page(step.json))
        index += 1
        try await start(at: &index)
      } else if response == nil || response?.outcome == .success {
        guard Self.isPage(step.json) else { return }
        transport.add(HTTPResponse.page(Org.interact))
        try await start(at: &index)
      } else {
        try await move(at: &index)
      }
    }
  }

  private mutating func start(at index: inout Int) async throws {
    session = Org.session(transport)
    response = nil
    guard index < steps.count else { return }
    addPage(at: &index)
    lookedAt += 1
    response = try await session.start(Start(intent: "sign-in"))
  }

  /// Adds the next answer, and after a success the tokens, made up if none were recorded.
  private mutating func addPage(at index: inout Int) {
    let step = steps[index]
    page = Self.moved(step.json)
    transport.add(HTTPResponse.page(page, status: step.status))
    index += 1
    guard step.json["successWithInteractionCode"] != nil else { return }
    if index < steps.count, steps[index].json["access_token"] != nil {
      // The recorded ID token has the recorded issuer, client and time.
      var tokens = steps[index].json.object ?? [:]
      if tokens["id_token"] != nil { tokens["id_token"] = .string(Org.idToken) }
      transport.add(HTTPResponse.page(.object(tokens)))
      index += 1
    } else {
      transport.add(HTTPResponse.page(Org.tokens))
    }
  }

  private mutating func move(at index: inout Int) async throws {
    let step = steps[index]
    let (move, form, pick) = try next(to: step)
    addPage(at: &index)
    response = try await session.perform(move)
    guard let form else {
      lookedAt += 1
      return
    }
    let requests = transport.requests.filter { !$0.url.path.hasSuffix("/token") }
    guard case .json(let body) = requests.last?.body else {
      Issue.record("the move sent no JSON")
      return
    }
    let expected = RawForm.body(form["value"]?.array ?? [], pick)
    #expect(RawForm.ordered(body) == RawForm.ordered(expected))
    #expect(requests.last?.url.description == form["href"]?.string)
    if let accepts = form["accepts"]?.string {
      #expect(requests.last?.headers["Content-Type"] == accepts)
    }
    compared += 1
  }

  /// The move that leads to a recorded answer: the form with its address, otherwise the first.
  private func next(
    to step: Samples.Scenario.Step
  ) throws -> (move: Move, form: JSON?, pick: RawForm.Pick) {
    let response = try #require(response)
    if step.path?.hasSuffix("introspect") == true {
      let sent = transport.requests.last { $0.url.path.hasSuffix("/interact") }
      guard case .form(let pairs) = sent?.body else { throw TransportFailure.cancelled }
      let state = try #require(pairs.first { $0.name == "state" }?.value)
      let address = "com.example.app:/callback?error=interaction_required&state=\(state)"
      return (.resume(step: 0, address: Secret(address)), nil, RawForm.Pick())
    }
    let forms = page["remediation"]?["value"]?.array ?? []
    let fits = { (form: JSON) in
      guard let path = step.path, let href = form["href"]?.string else { return false }
      return href.hasSuffix(path.hasPrefix("/") ? path : "/" + path)
    }
    if let index = forms.firstIndex(where: fits) { return submit(index, forms[index], response) }
    for name in ["currentAuthenticatorEnrollment", "currentAuthenticator"] {
      for member in page[name]?["value"]?.object?.members ?? [] where fits(member.value) {
        let index = response.steps.firstIndex { step in
          member.name == "poll"
            ? step.waiting != nil : step.capabilities.contains(Capability(member.name))
        }
        let move: Move =
          member.name == "poll"
          ? .poll(step: index ?? 0) : .use(Capability(member.name), step: index)
        return (move, member.value, RawForm.Pick())
      }
    }
    let index = try #require(response.steps.firstIndex { $0.redirect == nil })
    return submit(index, forms[index], response)
  }

  private func submit(
    _ index: Int, _ form: JSON, _ response: Response
  ) -> (move: Move, form: JSON?, pick: RawForm.Pick) {
    let step = response.steps[index]
    if step.name.hasSuffix("poll") { return (.poll(step: index), form, RawForm.Pick()) }
    let selection = Dummy.selections(of: step)[0]
    let answers = Dummy.answers(to: step, selection)
    let pick = RawForm.Pick(
      choice: selection?.choice, method: selection?.method, answers: Dummy.json(answers))
    return (.submit(step: index, selection: selection, answers: answers), form, pick)
  }

  /// The same page with every address at the one issuer: the recordings have many.
  private static func moved(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map { moved($0) })
    case .object(let object):
      return .object(
        JSONObject(
          members: object.members.map { member in
            guard member.name == "href", let href = member.value.string,
              let url = HTTPURL(href)
            else { return JSONObject.Member(member.name, moved(member.value)) }
            return JSONObject.Member("href", .string(Org.origin + url.target))
          }))
    default: return json
    }
  }
}
