import FlowEngine
import FlowHTTP

/// What the apps of a run have done: for the trace, and for what conditions ask.
struct RunLog: Sendable {
  private let observer: (@Sendable (String) -> Void)?
  /// The lines since the latest response.
  private var lines: [String] = []
  /// Every URL that an app got, in their order.
  private(set) var messages: [SentMessage] = []
  /// Why something was dropped, a word each.
  private(set) var dropped: [String] = []
  /// What was asked of servers, by the app that asked.
  private(set) var calls: [StagedApp: [String]] = [:]
  /// What the latest thing was that an app dropped or refused, in a sentence, and its word.
  private(set) var trouble: (text: String, word: String)?
  /// What a server refused where no app is told.
  private(set) var refusal: OAuthRefusal?
  /// Why the latest call had no answer; `nil` if it had one.
  private(set) var silence: (text: String, cause: FailureCause)?
  /// Whether nobody got the latest URL.
  private(set) var isUnopened = false
  /// The address that a client has opened once its user was settled.
  private(set) var startURL: String?
  /// Why the login which another engine did came to nothing: the provider tells its client no more
  /// than that it was left.
  private(set) var loginFailure: (text: String, word: String)?
  /// Whether somebody has given up, or denied.
  var wasCancelled = false
  /// Whether the app has said that no other one will answer.
  var isGivenUp = false

  init(_ observer: (@Sendable (String) -> Void)?) {
    self.observer = observer
  }

  /// The lines since the latest response, once.
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

  /// A URL that nobody got.
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

  /// Notes what an app has dropped or refused of what it was told.
  ///
  /// - Parameters:
  ///   - diagnostic: Why.
  ///   - what: What it was told.
  ///   - name: The app's name.
  ///   - isAnswered: Whether it has answered with an error.
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

  /// Notes that the login which another engine does came to nothing.
  mutating func loginFailed(by name: String, _ word: String, _ text: String) {
    tell("\(name) stops: \(word)")
    trouble = (text, word)
    loginFailure = trouble
  }
}

extension AppDiagnostic {
  /// Its word in traces and facts.
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
  /// What a trace calls it.
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

  /// How a server's answer is shown: its status, and the error where it has the form of one.
  static func shown(_ response: HTTPResponse) -> String {
    guard response.status >= 400, let error = TokenAnswer.json(response)?["error"]?.string,
      error.utf8.count <= 40,
      error.utf8.allSatisfy({ (97...122).contains($0) || $0 == UInt8(ascii: "_") })
    else { return "\(response.status)" }
    return "\(response.status) \(error)"
  }
}
