import CommandSupport
import FlowHTTP
import FlowLock

/// The requests of a sign-in with every kind of step, in their order.
enum Moment: Int, Sendable, CaseIterable {
  case interact
  case introspect
  case identify
  case select
  case answer
  case enroll
  case poll
  case token

  var path: String {
    switch self {
    case .interact: "/oauth2/default/v1/interact"
    case .introspect: "/idp/idx/introspect"
    case .identify: "/idp/idx/identify"
    case .select: "/idp/idx/challenge"
    case .answer: "/idp/idx/challenge/answer"
    case .enroll: "/idp/idx/enroll"
    case .poll: "/idp/idx/authenticators/poll"
    case .token: "/oauth2/default/v1/token"
    }
  }

  /// Whether the request counts as an attempt, or may have an effect that must not happen twice.
  var isSubmission: Bool {
    switch self {
    case .identify, .select, .answer, .enroll: true
    case .interact, .introspect, .poll, .token: false
    }
  }

  /// Whether a page that can be given up already exists.
  var isUnderWay: Bool { rawValue > Moment.introspect.rawValue }

  /// Whether a page is the correct response.
  var bringsPage: Bool { self != .interact && self != .token }

  /// The response of a server without the fault.
  var reply: JSON {
    let origin = Pages.origin
    switch self {
    case .interact: return Pages.interact
    case .introspect: return Pages.page([Pages.identify])
    case .identify:
      let form: [JSON] = [["name": "id", "value": "aut-email", "mutable": false]]
      let option: JSON = ["label": "Email", "value": ["form": ["value": .array(form)]]]
      return Pages.page([
        Pages.form(
          "select-authenticator-authenticate", origin + Moment.select.path,
          [["name": "authenticator", "options": [option]]])
      ])
    case .select: return Pages.page([Pages.challenge], Self.email)
    case .answer:
      return Pages.page(
        [Pages.form("enroll-authenticator", origin + Moment.enroll.path, [Pages.passcode])],
        Pages.password)
    case .enroll:
      return Pages.page([
        Pages.form("challenge-poll", origin + Moment.poll.path, [], ["refresh": 4000])
      ])
    case .poll: return Pages.success
    case .token: return Pages.tokens
    }
  }

  private static let email: KeyValuePairs<String, JSON> = [
    "currentAuthenticatorEnrollment": ["type": "object", "value": ["key": "okta_email"]]
  ]

  /// The script that goes all the way.
  static let script = """
    on identify             answer identifier = "jane@example.com"
    on select-authenticator choose email
    on challenge email      answer code = env CODE
    on enroll-authenticator answer password = secret PASSWORD
    on challenge-poll       poll
    """
}

/// A server that has a fault at one kind of request, and works at all others.
final class FaultyServer: Transport {
  private let moment: Moment
  private let fault: ScriptedTransport.Answer
  private let log = Mutex<[HTTPRequest]>([])

  var requests: [HTTPRequest] { log.withLock { $0 } }

  init(_ fault: ScriptedTransport.Answer, at moment: Moment) {
    self.fault = fault
    self.moment = moment
  }

  /// The number of requests to a path.
  func count(_ path: String) -> Int { requests.count { $0.url.path == path } }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    log.withLock { $0.append(request) }
    let path = request.url.path
    if path == moment.path {
      switch fault {
      case .response(let response): return response
      case .failure(let failure): throw failure
      case .nothing: throw .timedOut(.seconds(30))
      }
    }
    guard let known = Moment.allCases.first(where: { $0.path == path }) else {
      return HTTPResponse(status: path == "/idp/idx/cancel" ? 200 : 404, body: .bytes([]))
    }
    return HTTPResponse(status: 200, body: .bytes(known.reply.bytes()))
  }
}
