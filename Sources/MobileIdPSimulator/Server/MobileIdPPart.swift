import FlowEngine
import FlowHTTP
import SimulatorKit

/// A part of the server's logic, which implements one or a few endpoints.
///
/// All parts work on the same `MobileIdPTurn` and have no state of their own, so they can call each
/// other.
protocol MobileIdPPart {
  /// The request in progress.
  var turn: MobileIdPTurn { get }
}

extension MobileIdPPart {
  var org: MobileIdPOrg { turn.org }
  var now: Duration { turn.now }
  var request: HTTPRequest { turn.request }
  /// The login host of the request.
  var host: String { turn.host }
  /// The origin of the server's addresses, as in the request.
  var origin: String { turn.request.url.origin }

  var state: MobileIdPState {
    _read { yield turn.state }
    nonmutating _modify { yield &turn.state }
  }

  var draw: Draw {
    _read { yield turn.draw }
    nonmutating _modify { yield &turn.draw }
  }

  /// The actions of the server that coverage counts; `nil` if they aren't recorded.
  var trace: OrgTrace? {
    _read { yield turn.trace }
    nonmutating _modify { yield &turn.trace }
  }
}

// The functions that several endpoints use.
extension MobileIdPPart {
  /// Shows a page.
  func show(_ page: MobileIdPPage) -> HTTPResponse { page.response(to: request, at: host) }

  /// The error code of a fault that happens now at an endpoint; `nil` if there is none.
  func fault(at place: MobileIdPOrg.Fault.Place) -> String? {
    for (number, fault) in org.faults.enumerated()
    where fault.place == place && !state.spentFaults.contains(number) {
      if fault.isOnce { state.spentFaults.insert(number) }
      trace?.note(.appFault(number))
      return fault.code
    }
    return nil
  }

  /// The user with a username, in any case; `nil` if there is none.
  func user(_ name: String) -> MobileIdPOrg.User? { org.user(name) }

  /// The reason why a user can't sign in; `nil` if the user can.
  func refusal(of user: MobileIdPOrg.User) -> HTTPRefusal? {
    switch user.status {
    case .active: nil
    case .inactive: HTTPRefusal(code: "inactive_user", "user is inactive")
    case .orgInactive: HTTPRefusal(code: "inactive_org", "organization is inactive")
    }
  }

  /// The index of the login whose token in the settings is a text, for `Ring.number(of:preset:)`.
  func preset(_ path: KeyPath<MobileIdPOrg.Login, Secret>, _ text: String) -> Int? {
    let text = Secret(text)
    return org.logins.firstIndex { $0[keyPath: path] == text }
  }

  /// The numbers of the request's access token and its login; `nil` if the request has no valid
  /// token.
  ///
  /// See RFC 6750, section 2.1.
  func bearer() -> (token: Int, grant: Int)? {
    guard let header = request.headers["Authorization"],
      header.utf8.count <= MobileIdPLimits.field, header.lowercased().hasPrefix("bearer ")
    else { return nil }
    let text = String(header.dropFirst("bearer ".count))
    guard
      let number = state.accessTokens.number(of: text, preset: preset(\.accessToken, text)),
      let token = state.accessTokens[number], !token.isRevoked,
      now < token.expires, let grant = state.grants[token.grant],
      !grant.isRevoked
    else { return nil }
    return (number, token.grant)
  }

  /// Whether a text is a path of this server; the server never redirects to other addresses.
  func isOwnPath(_ path: String) -> Bool {
    guard path.hasPrefix("/"), !path.hasPrefix("//"), let url = HTTPURL(origin + path) else {
      return false
    }
    return url.isSameOrigin(as: request.url) && url.target == path
  }
}

// The parts.
extension MobileIdPPart {
  var authorizationEndpoint: AuthorizationEndpoint { AuthorizationEndpoint(turn: turn) }
  var tokenEndpoint: TokenEndpoint { TokenEndpoint(turn: turn) }
  var browserSessions: BrowserSessions { BrowserSessions(turn: turn) }
}

// A turn is itself a part, so that it calls the parts as they call each other.
extension MobileIdPTurn: MobileIdPPart {
  var turn: MobileIdPTurn { self }
}
