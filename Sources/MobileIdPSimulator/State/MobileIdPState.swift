import FlowEngine
import SimulatorKit

/// All of a simulated authorization server for mobile identity providers that requests change: a
/// value, to be copied, compared and gone back to.
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
  /// What was vouched for, so that a login page takes it.
  var assertions = Ring<Assertion>(limit: MobileIdPLimits.assertions)
  /// What users have approved: scopes by consumer key and user.
  ///
  /// There are as many as the org's users and connected apps can make.
  var approvals: [Approval: Set<String>] = [:]
  /// The faults that happen once and have happened, by their number.
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

  /// How many things are remembered.
  public var count: Int {
    codes.numbers.count + grants.numbers.count + accessTokens.numbers.count
      + sessions.numbers.count + bridges.numbers.count + pages.numbers.count + approvals.count
      + spentFaults.count + assertions.numbers.count
  }

  /// Adds what an app has when a run begins, as if it had been issued just then.
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

/// Something that is known by a text that was drawn for it.
protocol Handled: Sendable, Hashable {
  /// The text, which tells the number (see `Handle`), or which settings gave.
  var text: Secret { get }
}

extension Ring where Element: Handled {
  /// The number of what a text stands for; `nil` if it stands for nothing that is remembered.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - preset: The number of what settings gave this text.
  /// - Returns: The number.
  func number(of text: String, preset: Int? = nil) -> Int? {
    guard let number = Handle.number(in: text) ?? preset, self[number]?.text == Secret(text) else {
      return nil
    }
    return number
  }
}

extension MobileIdPState {
  /// What an app asks authorization for, as far as it is remembered.
  struct Asked: Sendable, Hashable {
    var client: String
    var redirect: String
    var challenge: String
    var scopes: [String]
    /// What comes back as it is.
    var state: String?
  }

  /// An authorization code: bound to client, redirect, challenge and user, and good once.
  struct Code: Handled {
    var text: Secret
    var asked: Asked
    var user: String
    var expires: Duration
    /// What came of it, once it is used.
    var grant: Int?
  }

  /// A client's login, which its refresh token stands for.
  struct Grant: Handled {
    var client: String
    var user: String
    var scopes: [String]
    /// The refresh token; drawn even where the client gets none.
    var text: Secret
    /// From when on the refresh token isn't good.
    var expires: Duration
    var isRevoked = false
  }

  struct AccessToken: Handled {
    var text: Secret
    /// The number of the login that it is of.
    var grant: Int
    /// From when on it isn't good.
    var expires: Duration
    var isRevoked = false
  }

  /// A browser in which somebody is signed in.
  struct Session: Handled {
    var text: Secret
    var user: String
    var expires: Duration
    /// The number of the login that a bridge was crossed with; `nil` behind a login page.
    var grant: Int?
  }

  /// A link that brings a browser into the session of an access token's user.
  struct Bridge: Handled {
    var text: Secret
    /// The number of the login whose access token asked for it.
    var grant: Int
    /// Where it leads: a path with its query.
    var target: String
    var expires: Duration
    var isUsed = false
  }

  /// An approval page that was shown.
  struct ApprovalPage: Handled {
    var text: Secret
    /// The number of the session that it was shown in.
    var session: Int
    var asked: Asked
    var isAnswered = false
  }

  /// That somebody has signed in elsewhere: good once, at one host, for a while.
  struct Assertion: Handled {
    var text: Secret
    var user: String
    var host: String
    var expires: Duration
    var isUsed = false
  }

  /// Who may have approved what.
  struct Approval: Sendable, Hashable {
    var user: String
    var client: String
  }
}
