import FlowEngine
import SimulatorKit

/// The part of a simulated authorization server for mobile identity providers that requests change:
/// a value that can be copied, compared and restored.
public struct MobileIdPState: Sendable, Hashable {
  /// The codes that were issued, used or not.
  var codes = Ring<Code>(limit: MobileIdPLimits.codes)
  /// The logins of clients.
  var grants = Ring<Grant>(limit: MobileIdPLimits.grants)
  /// The access tokens that were issued.
  var accessTokens = Ring<AccessToken>(limit: MobileIdPLimits.accessTokens)
  /// The sessions of browsers.
  var sessions = Ring<Session>(limit: MobileIdPLimits.sessions)
  /// The links of the session bridge.
  var bridges = Ring<Bridge>(limit: MobileIdPLimits.bridges)
  /// The approval pages that were shown.
  var pages = Ring<ApprovalPage>(limit: MobileIdPLimits.pages)
  /// The assertions that a login page accepts.
  var assertions = Ring<Assertion>(limit: MobileIdPLimits.assertions)
  /// The approvals of users: scopes by consumer key and user.
  ///
  /// Their number is limited by the org's users and connected apps.
  var approvals: [Approval: Set<String>] = [:]
  /// The one-time faults that have happened, by their numbers.
  var spentFaults: Set<Int> = []

  init(_ org: MobileIdPOrg, at now: Duration) {
    for login in org.logins { add(login, of: org, at: now) }
    for user in org.users {
      for key in user.approved {
        guard let connected = org.connectedApp(key) else { continue }
        approvals[Approval(user: user.username, client: key)] = Set(connected.scopes)
      }
    }
  }

  /// The number of remembered things.
  public var count: Int {
    codes.numbers.count + grants.numbers.count + accessTokens.numbers.count
      + sessions.numbers.count + bridges.numbers.count + pages.numbers.count + approvals.count
      + spentFaults.count + assertions.numbers.count
  }

  /// Adds an app's tokens at the beginning of a run, as if they had just been issued.
  private mutating func add(
    _ login: MobileIdPOrg.Login, of org: MobileIdPOrg, at now: Duration
  ) {
    let app = org.app(named: login.app)
    let key = app?.consumerKey ?? ""
    let granted = org.connectedApp(key)?.scopes ?? []
    let requested = (app?.scopes ?? []) + ["refresh_token"]
    accessTokens.append(
      AccessToken(
        text: login.accessToken, grant: grants.next,
        expires: login.health == .good ? now + org.lifetimes.accessToken : .zero))
    grants.append(
      Grant(
        client: key, user: login.username, scopes: requested.filter { granted.contains($0) },
        text: login.refreshToken, expires: now + org.lifetimes.refreshToken,
        isRevoked: login.health == .revoked))
  }
}

/// A value that is identified by a text that was drawn for it.
protocol Handled: Sendable, Hashable {
  /// The text, which contains the number (see `Handle`) or comes from the settings.
  var text: Secret { get }
}

extension Ring where Element: Handled {
  /// The number of the value with a text; `nil` if no value has it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - preset: The number of the value with this text in the settings.
  /// - Returns: The number.
  func number(of text: String, preset: Int? = nil) -> Int? {
    guard let number = Handle.number(in: text) ?? preset, self[number]?.text == Secret(text) else {
      return nil
    }
    return number
  }
}

extension MobileIdPState {
  /// The remembered part of an app's authorization request.
  struct Asked: Sendable, Hashable {
    var client: String
    var redirect: String
    var challenge: String
    var scopes: [String]
    /// The state that is returned unchanged.
    var state: String?
  }

  /// An authorization code: bound to client, redirect, challenge and user, and valid once.
  struct Code: Handled {
    var text: Secret
    var asked: Asked
    var user: String
    var expires: Duration
    /// The login that it gave, once it is used.
    var grant: Int?
  }

  /// A client's login, identified by its refresh token.
  struct Grant: Handled {
    var client: String
    var user: String
    var scopes: [String]
    /// The refresh token; drawn even if the client doesn't receive it.
    var text: Secret
    /// The time of the refresh token's expiration.
    var expires: Duration
    var isRevoked = false
  }

  struct AccessToken: Handled {
    var text: Secret
    /// The number of its login.
    var grant: Int
    /// The time of its expiration.
    var expires: Duration
    var isRevoked = false
  }

  /// A browser in which a user is signed in.
  struct Session: Handled {
    var text: Secret
    var user: String
    var expires: Duration
    /// The number of the login whose bridge was used; `nil` after a login page.
    var grant: Int?
  }

  /// A link that gives a browser the session of an access token's user.
  struct Bridge: Handled {
    var text: Secret
    /// The number of the login whose access token requested it.
    var grant: Int
    /// Its target: a path with its query.
    var target: String
    var expires: Duration
    var isUsed = false
  }

  /// An approval page that was shown.
  struct ApprovalPage: Handled {
    var text: Secret
    /// The number of the session of the page.
    var session: Int
    var asked: Asked
    var isAnswered = false
  }

  /// An assertion that a user has signed in elsewhere: valid once, at one host, for a limited time.
  struct Assertion: Handled {
    var text: Secret
    var user: String
    var host: String
    var expires: Duration
    var isUsed = false
  }

  /// The user and the client of an approval.
  struct Approval: Sendable, Hashable {
    var user: String
    var client: String
  }
}
