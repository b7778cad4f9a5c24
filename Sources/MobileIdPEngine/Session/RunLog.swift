import FlowEngine
import FlowHTTP

/// The record of what the apps of a run did, for traces and for facts.
struct RunLog: Sendable {
  private let observer: (@Sendable (String) -> Void)?
  /// The lines since the latest response.
  private var lines: [String] = []
  /// Every delivered URL, in order.
  private(set) var messages: [SentMessage] = []
  /// The reason for each dropped message, in one word.
  private(set) var dropped: [String] = []
  /// The names of the requests that each app sent to servers.
  private(set) var calls: [StagedApp: [String]] = [:]
  /// The latest reason why an app dropped or refused something: a sentence and its word.
  private(set) var trouble: (text: String, word: String)?
  /// A server's refusal that isn't sent to another app.
  private(set) var refusal: OAuthRefusal?
  /// The reason why the latest call had no answer; `nil` if it had an answer.
  private(set) var silence: (text: String, cause: FailureCause)?
  /// Whether the latest URL was not delivered.
  private(set) var isUnopened = false
  /// The address that a client has opened after the sign-in.
  private(set) var startURL: String?
  /// The reason why the other engine's login failed.
  ///
  /// The provider reports only a cancellation to its client.
  private(set) var loginFailure: (text: String, word: String)?
  /// Whether a user has canceled or denied.
  var wasCancelled = false
  /// Whether the router has reported that no other app will answer.
  var isGivenUp = false

  init(_ observer: (@Sendable (String) -> Void)?) {
    self.observer = observer
  }

  /// Returns the lines since the latest response, and removes them.
  mutating func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  mutating func tell(_ line: String) {
    lines.append(line)
    observer?(line)
  }

  mutating func opened(_ message: SentMessage) {
    messages.append(message)
    isUnopened = false
    tell(message.line)
    guard message.command == .error else { return }
    let code = message.parameters.last { $0.name == .errorCode }?.value.reveal() ?? ""
    let word = SentMessage.line(code)
    trouble = ("\(message.from) has sent an error: \(word)", word)
  }

  /// Records that no app opened a URL.
  mutating func unopened(from: String, _ message: SentMessage, _ reason: String) {
    let what = message.command?.rawValue ?? SentMessage.noun(message.url)
    isUnopened = true
    tell("\(from) can't open \(what): \(reason)")
    dropped.append("not-opened")
    trouble = ("\(what) of \(from) could not be opened: \(reason)", "not-opened")
  }

  mutating func removed(_ name: String) {
    tell("\(name) is removed from the device")
    trouble = ("\(name) was removed from the device", "uninstalled")
  }

  mutating func called(_ call: EndpointCall, by app: StagedApp, _ name: String, _ end: String) {
    silence = nil
    calls[app, default: []].append(call.word)
    tell("\(name) -> \(call.host)  \(call.word) \(end)")
  }

  mutating func unanswered(
    _ call: EndpointCall, by app: StagedApp, _ name: String, _ why: String, _ cause: FailureCause
  ) {
    called(call, by: app, name, "no answer: \(why)")
    silence = (why, cause)
  }

  mutating func started(_ url: CallbackURI, by name: String) {
    startURL = url.text
    tell("\(name) opens \(SentMessage.line(url.text))")
  }

  /// Records that an app has dropped or refused something.
  ///
  /// - Parameters:
  ///   - diagnostic: The reason.
  ///   - what: The message or event that the app dropped or refused.
  ///   - name: The app's name.
  ///   - isAnswered: Whether the app has answered with an error.
  mutating func note(
    _ diagnostic: AppDiagnostic, of what: String, by name: String, isAnswered: Bool
  ) {
    let word = diagnostic.word
    var reason = word
    if case .unreadable(let fault) = diagnostic { reason += ", \(fault)" }
    if case .refused(let refusal) = diagnostic {
      self.refusal = refusal
      tell("\(name) stops: \(word)")
      let text = refusal.text.isEmpty ? "\(name) could not continue: \(word)" : refusal.text
      trouble = (SentMessage.line(text), word)
    } else if isAnswered {
      tell("\(name) refused \(what): \(reason)")
    } else {
      dropped.append(word)
      tell("\(name) dropped \(what): \(reason)")
      trouble = ("\(name) has dropped \(what): \(reason)", word)
    }
  }

  /// Records that the other engine's login failed.
  mutating func loginFailed(by name: String, _ word: String, _ text: String) {
    tell("\(name) stops: \(word)")
    trouble = (text, word)
    loginFailure = trouble
  }
}

extension AppDiagnostic {
  /// The diagnostic's word in traces and facts.
  var word: String {
    switch self {
    case .unreadable(let fault):
      fault.kind == .notMessage || fault.kind == .notURL ? "not-a-message" : "malformed"
    case .dropped: "out-of-place"
    case .noPendingRequest: "no-pending-request"
    case .stateDiffers: "state-differs"
    case .unknownHost: "unknown-host"
    case .startURLRefused: "start-url-refused"
    case .noReturnAddress: "no-return-address"
    case .clientNotFound: "sp-not-found"
    case .unknownAccount: "unknown-account"
    case .noSuchStep: "no-such-step"
    case .refused(let refusal): SentMessage.line(refusal.code)
    }
  }
}

extension EndpointCall {
  /// The request's name in a trace.
  var word: String {
    switch kind {
    case .browse(let address):
      switch address.url.path {
      case EndpointPath.authorize: "authorize"
      case EndpointPath.frontdoor: "frontdoor"
      case EndpointPath.login: "login"
      case EndpointPath.approval: "approval"
      default: "page"
      }
    case .logIn: "login"
    case .decide: "approval"
    case .bridge: "singleaccess"
    case .redeem: "token"
    case .refresh: "refresh"
    }
  }

  /// A server's answer for a trace: the status, and the OAuth error if the answer has one.
  static func shown(_ response: HTTPResponse) -> String {
    guard response.status >= 400, let error = TokenAnswer.json(response)?["error"]?.string,
      error.utf8.count <= 40,
      error.utf8.allSatisfy({ (97...122).contains($0) || $0 == UInt8(ascii: "_") })
    else { return "\(response.status)" }
    return "\(response.status) \(error)"
  }
}
