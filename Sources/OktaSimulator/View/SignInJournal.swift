import FlowHTTP
import FlowLock
import SimulatorKit

/// The history of each sign-in, step by step, and the times when messages were sent.
///
/// The journal is recorded from the responses to clients. It isn't part of the org's state, which
/// contains only the current step of a sign-in.
public final class SignInJournal: Sendable {
  /// A response in the history of a sign-in.
  public struct Step: Sendable, Hashable {
    /// The step of the page in the words of scripts; `success` if tokens are available.
    ///
    /// If the response wasn't a page, this is the step that the request answered, or else the
    /// endpoint.
    public var name: String
    /// The label of the step's authenticator; `nil` if there is none.
    public var authenticator: String?
    /// The first message of the page; `nil` if there is none.
    public var message: String?
    /// Whether the message is an error.
    public var isError = false
    /// The faults that happened to the request, as they were written.
    public var faults: [String] = []
    /// The time of the response, since 1970.
    public var time: Duration
    /// The number of equal responses in a row.
    ///
    /// A poll gets the same page many times.
    public var count = 1
  }

  /// The history of a sign-in.
  public struct Entry: Sendable, Hashable {
    /// The number of the sign-in.
    public var number: Int
    /// The steps, oldest first.
    ///
    /// If there are too many, steps in the middle are removed.
    public var steps: [Step] = []
    /// The number of steps that were removed.
    public var omitted = 0
    /// The last identifier that the user entered; `nil` before that.
    public var identifier: String?
    /// The name of the authentication-policy rule that decides for the user; `nil` if the org
    /// doesn't send it.
    public var rule: String?
    /// The name of the rule in the global session policy that decides; `nil` if the org doesn't
    /// send it.
    public var sessionRule: String?
    /// The number of kinds of factors that the user has verified; `nil` if the org doesn't send it.
    public var factors: String?
    /// Whether the client has fetched tokens.
    public var hasTokens = false
  }

  /// The maximum number of sign-ins.
  static let entriesMax = 64
  /// The maximum number of steps of one sign-in.
  static let stepsMax = 40
  /// The number of steps at the beginning that are never removed.
  public static let firstSteps = 8
  /// The maximum length of a message or a rule, in characters.
  static let textMax = 300

  fileprivate struct Held {
    var entries = Ring<Entry>(limit: SignInJournal.entriesMax)
    /// The position in `entries` of each sign-in's number.
    var places: [Int: Int] = [:]
    var sent = Ring<Duration>(limit: OrgLimits.standard.sent)
  }

  private let held = Mutex(Held())

  /// Creates an empty journal.
  public init() {}

  /// The history of each sign-in, by its number.
  public var entries: [Int: Entry] {
    held.withLock { held in
      held.places.compactMapValues { held.entries[$0] }
    }
  }

  /// Returns the time since 1970 when a message was sent; `nil` if it isn't known.
  public func time(ofSent number: Int) -> Duration? {
    number > 0 ? held.withLock { $0.sent[number - 1] } : nil
  }

  /// Removes all entries.
  func clear() {
    held.withLock { $0 = Held() }
  }

  /// Records the response to a request.
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
      // A refusal is recorded only if the journal already contains its sign-in.
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

  /// The part of a response that is recorded.
  private struct Page {
    var number: Int
    var identifier: String?
    var step: Step
  }

  /// Returns what to record of a page; `nil` if the response isn't a page.
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

  /// Returns what to record of a fault or an error response without a page; `nil` if nothing should
  /// be recorded.
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

  /// Returns the text of an error response, after a colon; empty if there is none.
  private static func words(in response: HTTPResponse) -> String {
    guard case .json(let json) = response.body,
      let text = json["messages"]?["value"]?.array?.first?["message"]?.string
        ?? json["error_description"]?.string ?? json["errorSummary"]?.string
    else { return "" }
    return ": " + String((text.hasSuffix(".") ? text.dropLast() : text[...]).prefix(textMax))
  }

  /// Returns the messages at the first field that has any, including nested fields; `nil` if there
  /// are none.
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

  /// Returns the number of the sign-in whose code a request has redeemed; `nil` if the request
  /// hasn't redeemed a code.
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

  /// Records the rules and factors that the response headers state.
  fileprivate mutating func note(_ headers: HTTPHeaders) {
    func value(_ name: String) -> String? {
      guard let text = headers[name]?.prefix(SignInJournal.textMax) else { return nil }
      // Names that a header can't contain are percent-encoded.
      return FormEncoding.percentDecoded(String(text)) ?? String(text)
    }
    rule = value("X-Flow-Rule") ?? rule
    sessionRule = value("X-Flow-Session-Rule") ?? sessionRule
    factors = value("X-Flow-Factors") ?? factors
  }
}
