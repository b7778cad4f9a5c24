import FlowHTTP
import Synchronization
import SimulatorKit

/// The history of each sign-in, step by step, and the times at which messages were sent.
///
/// It is derived from the answers to clients and isn't part of the org's state. The state has the
/// current position of a sign-in, but not its history.
public final class SignInJournal: Sendable {
  /// A page of an answer.
  public struct Step: Sendable, Hashable {
    /// The step of the page, as scripts call it; `success` if tokens are available.
    ///
    /// If there was no page: the requested step, or else the endpoint.
    public var name: String
    /// The label of the authenticator that it is about.
    public var authenticator: String?
    /// The first message of the page.
    public var message: String?
    /// Whether the message is an error.
    public var isError = false
    /// The faults that affected the request, as they were written.
    public var faults: [String] = []
    /// The time of the answer, since 1970.
    public var time: Duration
    /// The number of times in a row.
    ///
    /// A poll requests the same again and again.
    public var count = 1
  }

  /// A sign-in.
  public struct Entry: Sendable, Hashable {
    /// Its number.
    public var number: Int
    /// The steps, oldest first.
    ///
    /// If there are very many, the middle ones are left out.
    public var steps: [Step] = []
    /// The number of steps that are left out.
    public var omitted = 0
    /// The last identifier of the user.
    public var identifier: String?
    /// The authentication-policy rule that decides for the user, if the org sends it.
    public var rule: String?
    /// The rule of the global session policy that decides, if the org sends it.
    public var sessionRule: String?
    /// The number of kinds of factors that were verified, if the org sends it.
    public var factors: String?
    /// Whether tokens were fetched.
    public var hasTokens = false
  }

  /// The maximum number of sign-ins.
  static let entriesMax = 64
  /// The maximum number of steps of one sign-in.
  static let stepsMax = 40
  /// The number of first steps that are never left out.
  public static let firstSteps = 8
  /// The maximum length of a message or a rule, in characters.
  static let textMax = 300

  fileprivate struct Held {
    var entries = Ring<Entry>(limit: SignInJournal.entriesMax)
    /// The positions of entries, by the numbers of their sign-ins.
    var places: [Int: Int] = [:]
    var sent = Ring<Duration>(limit: OrgLimits.standard.sent)
  }

  private let held = Mutex(Held())

  /// Creates an empty journal.
  public init() {}

  /// The sign-ins by their numbers.
  public var entries: [Int: Entry] {
    held.withLock { held in
      held.places.compactMapValues { held.entries[$0] }
    }
  }

  /// Returns the time at which an item of the inbox was sent, since 1970.
  public func time(ofSent number: Int) -> Duration? {
    number > 0 ? held.withLock { $0.sent[number - 1] } : nil
  }

  /// Removes all entries.
  func clear() {
    held.withLock { $0 = Held() }
  }

  /// Records an answer.
  func note(_ request: HTTPRequest, _ delivery: Delivery, mark: Int, at now: Duration) {
    let response = delivery.response
    let page = SignInJournal.page(request, delivery, at: now)
    let refusal = page == nil ? SignInJournal.refusal(request, delivery, at: now) : nil
    let redeemed = page == nil ? SignInJournal.redeemed(request, response) : nil
    held.withLock { held in
      while held.sent.next < mark { held.sent.append(now) }
      if let page {
        held.change(page.number) { entry in
          entry.add(page.step)
          entry.identifier = page.identifier ?? entry.identifier
          entry.note(response.headers)
        }
      }
      // A sign-in with an unknown number isn't recorded.
      if let refusal, held.places[refusal.number] != nil {
        held.change(refusal.number) { $0.add(refusal.step) }
      }
      if let redeemed {
        held.change(redeemed) { entry in
          entry.hasTokens = true
          entry.note(response.headers)
        }
      }
    }
  }

  /// The recorded part of an answer.
  private struct Page {
    var number: Int
    var identifier: String?
    var step: Step
  }

  /// Returns the sign-in and the step of a page; `nil` if an answer isn't a page.
  private static func page(
    _ request: HTTPRequest, _ delivery: Delivery, at now: Duration
  ) -> Page? {
    let response = delivery.response
    guard case .json(let json) = response.body, let handle = json["stateHandle"]?.string,
      let number = IDXRequests.number(ofStateHandle: handle)
    else { return nil }
    let first = json["remediation"]?["value"]?.array?.first
    let isSuccess = json["successWithInteractionCode"] != nil
    let messages = json["messages"]?["value"]?.array ?? fieldMessages(in: first)
    let about = json["currentAuthenticatorEnrollment"] ?? json["currentAuthenticator"]
    let isGivenUp = IDXEndpoint(path: request.url.path) == .cancel
    let name = isSuccess ? "success" : first?["name"]?.string ?? "ended"
    return Page(
      number: number,
      identifier: json["user"]?["value"]?["identifier"]?.string
        .map { String($0.prefix(textMax)) },
      step: Step(
        name: isGivenUp ? "cancel" : name,
        authenticator: about?["value"]?["displayName"]?.string,
        message: messages?.first?["message"]?.string.map { String($0.prefix(textMax)) },
        isError: response.status >= 400, faults: delivery.mishap?.faults ?? [], time: now)
    )
  }

  /// Returns a fault or a refusal that a request of a sign-in received instead of a page, if it
  /// should be recorded.
  private static func refusal(
    _ request: HTTPRequest, _ delivery: Delivery, at now: Duration
  ) -> Page? {
    let (status, mishap) = (delivery.response.status, delivery.mishap)
    guard mishap != nil || status >= 400 else { return nil }
    let path = request.url.path
    let isRedeeming = path.hasSuffix("/v1/token")
    guard isRedeeming || IDXEndpoint(path: path) != nil,
      let number = isRedeeming
        ? RequestReader.redeemedNumber(in: request)
        : RequestReader.transactionNumber(in: request.body)
    else { return nil }
    let message: String? =
      switch delivery.cut {
      case .dropped: "The connection ended without an answer."
      case .truncated: "The connection ended within the answer."
      case nil: status >= 400 ? "Answered with \(status)\(words(in: delivery.response))." : nil
      }
    let endpoint = isRedeeming ? "token" : String(path.dropFirst(IDXEndpoint.root.count))
    return Page(
      number: number,
      step: Step(
        name: mishap?.request ?? endpoint, message: message,
        isError: delivery.cut != nil || status >= 400, faults: mishap?.faults ?? [], time: now))
  }

  /// Returns the text of a refusal.
  private static func words(in response: HTTPResponse) -> String {
    guard case .json(let json) = response.body,
      let text = json["messages"]?["value"]?.array?.first?["message"]?.string
        ?? json["error_description"]?.string ?? json["errorSummary"]?.string
    else { return "" }
    return ": " + String((text.hasSuffix(".") ? text.dropLast() : text[...]).prefix(textMax))
  }

  /// Returns the messages at a field, however deep it is nested.
  private static func fieldMessages(in form: JSON?) -> [JSON]? {
    for field in form?["value"]?.array ?? [] {
      if let messages = field["messages"]?["value"]?.array { return messages }
      if let messages = fieldMessages(in: field["form"]) { return messages }
      for option in field["options"]?.array ?? [] {
        if let messages = fieldMessages(in: option["value"]?["form"]) { return messages }
      }
    }
    return nil
  }

  /// Returns the sign-in whose code a request has redeemed.
  private static func redeemed(_ request: HTTPRequest, _ response: HTTPResponse) -> Int? {
    guard response.status == 200, request.url.path.hasSuffix("/v1/token") else { return nil }
    return RequestReader.redeemedNumber(in: request)
  }
}

extension SignInJournal.Held {
  fileprivate mutating func change(_ number: Int, _ body: (inout SignInJournal.Entry) -> Void) {
    if let place = places[number], var entry = entries[place] {
      body(&entry)
      entries[place] = entry
      return
    }
    var entry = SignInJournal.Entry(number: number)
    body(&entry)
    places[number] = entries.next
    if let dropped = entries.append(entry) { places[dropped.number] = nil }
  }
}

extension SignInJournal.Entry {
  fileprivate mutating func add(_ step: SignInJournal.Step) {
    if let last = steps.last, last.name == step.name, last.authenticator == step.authenticator,
      last.message == step.message, last.isError == step.isError, last.faults == step.faults
    {
      steps[steps.count - 1].count += 1
      steps[steps.count - 1].time = step.time
      return
    }
    if steps.count == SignInJournal.stepsMax {
      steps.remove(at: SignInJournal.firstSteps)
      omitted += 1
    }
    steps.append(step)
  }

  /// Records the org's decisions from its headers.
  fileprivate mutating func note(_ headers: HTTPHeaders) {
    func value(_ name: String) -> String? {
      guard let text = headers[name]?.prefix(SignInJournal.textMax) else { return nil }
      // Percent-encoded if a header can't contain it.
      return FormEncoding.percentDecoded(String(text)) ?? String(text)
    }
    rule = value("X-Flow-Rule") ?? rule
    sessionRule = value("X-Flow-Session-Rule") ?? sessionRule
    factors = value("X-Flow-Factors") ?? factors
  }
}
