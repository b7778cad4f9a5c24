import FlowHTTP
import Synchronization
import SimulatorKit

/// What each sign-in went through, step by step, and when things were sent: for whoever watches.
///
/// It is read off the answers as a client gets them, and is no part of the org's state: that says
/// where a sign-in is, and not how it came there.
public final class SignInJournal: Sendable {
  /// A page that was answered with.
  public struct Step: Sendable, Hashable {
    /// The step that it asks for, as scripts call it; `success` where tokens can be had.
    ///
    /// Where there was no page, what was asked for: a step, or else an endpoint.
    public var name: String
    /// The label of the authenticator that it is about.
    public var authenticator: String?
    /// The first thing that it says.
    public var message: String?
    /// Whether that is an error.
    public var isError = false
    /// The faults that happened to the request, as they were written.
    public var faults: [String] = []
    /// When it was answered with, as time since 1970.
    public var time: Duration
    /// How often in a row: a poll asks for the same again and again.
    public var count = 1
  }

  /// A sign-in.
  public struct Entry: Sendable, Hashable {
    /// Its number.
    public var number: Int
    /// The steps, the oldest first; of very many those in the middle are left out.
    public var steps: [Step] = []
    /// How many are left out.
    public var omitted = 0
    /// The identifier that was given last.
    public var identifier: String?
    /// The authentication-policy rule that decides for the person, where the org says so.
    public var rule: String?
    /// The global session policy's rule that does.
    public var sessionRule: String?
    /// How many kinds of factors were verified, where the org says so.
    public var factors: String?
    /// Whether tokens were fetched.
    public var hasTokens = false
  }

  /// How many sign-ins are kept.
  static let entriesMax = 64
  /// How many steps of one.
  static let stepsMax = 40
  /// How many of its first steps are never left out.
  public static let firstSteps = 8
  /// The longest text that is kept of a message or a rule, in characters.
  static let textMax = 300

  fileprivate struct Held {
    var entries = Ring<Entry>(limit: SignInJournal.entriesMax)
    /// By a sign-in's number, where its entry is.
    var places: [Int: Int] = [:]
    var sent = Ring<Duration>(limit: OrgLimits.standard.sent)
  }

  private let held = Mutex(Held())

  /// Makes an empty journal.
  public init() {}

  /// The sign-ins by their numbers.
  public var entries: [Int: Entry] {
    held.withLock { held in
      held.places.compactMapValues { held.entries[$0] }
    }
  }

  /// When an item of the inbox was sent, as time since 1970.
  public func time(ofSent number: Int) -> Duration? {
    number > 0 ? held.withLock { $0.sent[number - 1] } : nil
  }

  /// Forgets everything.
  func clear() {
    held.withLock { $0 = Held() }
  }

  /// Takes note of an answer.
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
      // Who names a sign-in that nobody has begun is not noted.
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

  /// What is noted of an answer.
  private struct Page {
    var number: Int
    var identifier: String?
    var step: Step
  }

  /// The sign-in and the step of a page, `nil` where an answer is none.
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

  /// What a request of a sign-in was answered with in the place of a page, where that is worth a
  /// note: a fault of the org's, or a refusal.
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

  /// What a refusal says of itself.
  private static func words(in response: HTTPResponse) -> String {
    guard case .json(let json) = response.body,
      let text = json["messages"]?["value"]?.array?.first?["message"]?.string
        ?? json["error_description"]?.string ?? json["errorSummary"]?.string
    else { return "" }
    return ": " + String((text.hasSuffix(".") ? text.dropLast() : text[...]).prefix(textMax))
  }

  /// The messages at a field, however deep it is nested.
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

  /// The sign-in whose code a request has redeemed.
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

  /// Takes over what the org says it decided.
  fileprivate mutating func note(_ headers: HTTPHeaders) {
    func value(_ name: String) -> String? {
      guard let text = headers[name]?.prefix(SignInJournal.textMax) else { return nil }
      // Percent-encoded where a header can't carry it.
      return FormEncoding.percentDecoded(String(text)) ?? String(text)
    }
    rule = value("X-Flow-Rule") ?? rule
    sessionRule = value("X-Flow-Session-Rule") ?? sessionRule
    factors = value("X-Flow-Factors") ?? factors
  }
}
