import FlowEngine
import SimulatorKit

/// The state of a simulated authorization server for mobile identity providers, which requests
/// change.
///
/// The state is a value that can be copied, compared and restored.
public struct MobileIdPState: Sendable, Hashable {
  /// The codes that were issued, whether used or not.
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
  /// The scopes that users have approved, by consumer key and user.
  ///
  /// Their number is limited by the numbers of the org's users and connected apps.
  var approvals: [Approval: Set<String>] = [:]
  /// The indices of the one-time faults that have happened.
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

  /// The number of all values in the state.
  public var count: Int {
    codes.numbers.count + grants.numbers.count + accessTokens.numbers.count
      + sessions.numbers.count + bridges.numbers.count + pages.numbers.count + approvals.count
      + spentFaults.count + assertions.numbers.count
  }

  /// Adds the tokens that an app has at the beginning of a run, as if they had just been issued.
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

/// A value that is identified by a random text.
protocol Handled: Sendable, Hashable {
  /// The text, which contains the value's number (see `Handle`) or comes from the settings.
  var text: Secret { get }
}

extension Ring where Element: Handled {
  /// The number of the value with a text; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - preset: The number that the value has if its text is from the settings.
  /// - Returns: The number.
  func number(of text: String, preset: Int? = nil) -> Int? {
    guard let number = Handle.number(in: text) ?? preset, self[number]?.text == Secret(text) else {
      return nil
    }
    return number
  }
}

extension MobileIdPState {
  /// The values of an app's authorization request that the server keeps.
  struct Asked: Sendable, Hashable {
    var client: String
    var redirect: String
    var challenge: String
    var scopes: [String]
    /// The `state`, which is returned unchanged.
    var state: String?
  }

  /// An authorization code, which is valid once for its client, redirect, challenge and user.
  struct Code: Handled {
    var text: Secret
    var asked: Asked
    var user: String
    var expires: Duration
    /// The number of the login that the code gave; `nil` until the code is used.
    var grant: Int?
  }

  /// A client's login, identified by its refresh token.
  struct Grant: Handled {
    var client: String
    var user: String
    var scopes: [String]
    /// The refresh token, which is random even if the client doesn't receive it.
    var text: Secret
    /// The time when the refresh token expires.
    var expires: Duration
    var isRevoked = false
  }

  struct AccessToken: Handled {
    var text: Secret
    /// The number of the token's login.
    var grant: Int
    /// The time when the token expires.
    var expires: Duration
    var isRevoked = false
  }

  /// A browser in which a user is signed in.
  struct Session: Handled {
    var text: Secret
    var user: String
    var expires: Duration
    /// The number of the login that opened the session by the bridge; `nil` after a login page.
    var grant: Int?
  }

  /// A link that gives a browser the session of an access token's user.
  struct Bridge: Handled {
    var text: Secret
    /// The number of the login whose access token requested the link.
    var grant: Int
    /// The path, with query, to which the link leads.
    var target: String
    var expires: Duration
    var isUsed = false
  }

  /// An approval page that was shown.
  struct ApprovalPage: Handled {
    var text: Secret
    /// The number of the session in which the page was shown.
    var session: Int
    var asked: Asked
    var isAnswered = false
  }

  /// An assertion that a user has signed in with another engine, valid once at a host for a limited
  /// time.
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
