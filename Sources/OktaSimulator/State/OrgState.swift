public import FlowEngine
import SimulatorKit

/// All of an org that requests change: a value, to be copied, compared and gone back to.
public struct OrgState: Sendable, Hashable {
  /// Everybody of the settings, as they are now.
  var people: [Account]
  /// Everybody who signed up.
  var registered: Ring<Account>
  /// The numbers in `registered`, by login in lower case.
  var registeredLogins: [String: Int] = [:]
  /// Sign-ins and the like, open and over.
  var transactions: Ring<Transaction>
  /// Browsers in which somebody has signed in.
  var sessions: Ring<Session>
  /// Devices on which a second factor isn't asked for again.
  var devices: Ring<RememberedDevice>
  /// Issued tokens.
  var grants: Ring<Grant>
  /// What was sent.
  var outbox: Ring<InboxItem>
  /// When a transaction began first: what the settings say to be so long ago counts from then.
  var began: Duration?
  /// What goes wrong on demand.
  var faultBox = FaultBox()

  init(people: [Account], limits: OrgLimits) {
    self.people = people
    registered = Ring(limit: limits.registered)
    transactions = Ring(limit: limits.transactions)
    sessions = Ring(limit: limits.sessions)
    devices = Ring(limit: limits.devices)
    grants = Ring(limit: limits.grants)
    outbox = Ring(limit: limits.sent)
  }

  /// What the org has sent, oldest first: mails, text messages and calls.
  public var sent: [InboxItem] {
    outbox.numbers.compactMap { outbox[$0] }
  }

  /// The newest item of a channel after a number, as `Inbox` asks for it.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: whose it must be, in full or masked (`j***e@example.com`); `nil` for anyone's.
  ///   - moment: only items with a larger number count.
  /// - Returns: the newest such item.
  public func newest(_ channel: String, to address: String?, after moment: Int) -> InboxItem? {
    let wanted = address.flatMap { MailAddress($0) }
    for number in outbox.numbers.reversed() {
      guard let item = outbox[number], item.number > moment else { return nil }
      guard item.channel == channel else { continue }
      if address == nil || item.address == address || wanted?.fits(item.address) == true {
        return item
      }
    }
    return nil
  }

  /// The number of the newest item that was sent, 0 where there is none.
  public var mark: Int { outbox.next }

  /// Records something that is sent.
  mutating func send(
    _ code: Secret, over channel: String, to address: String, link: Secret? = nil
  ) {
    send(InboxItem(number: 0, channel: channel, address: address, code: code, link: link))
  }

  /// Records a link that is sent.
  mutating func send(link: Secret, over channel: String, to address: String) {
    send(InboxItem(number: 0, channel: channel, address: address, link: link))
  }

  private mutating func send(_ item: InboxItem) {
    if faultBox.isHolding { faultBox.held.append(item) } else { arrive(item) }
  }

  /// Records something that arrives, by the next number.
  mutating func arrive(_ item: InboxItem) {
    var item = item
    item.number = outbox.next + 1
    outbox.append(item)
  }

  /// Locks a user out until somebody ends that, or ends the user's lock, as an administrator does.
  ///
  /// - Parameters:
  ///   - login: The user's login, in capitals or not.
  ///   - isLocked: Whether the user is locked out.
  ///   - org: The org.
  ///   - now: The time since the start of 1970, UTC.
  /// - Returns: Whether there is such a user.
  public mutating func setLock(
    of login: String, to isLocked: Bool, in org: Org, now: Duration
  ) -> Bool {
    let login = login.lowercased()
    func change(_ account: inout Account) {
      account.unlockIfDue(at: now)
      if isLocked { account.lock(until: nil) } else { account.unlock() }
    }
    if let index = org.logins[login], people.indices.contains(index) {
      change(&people[index])
      return true
    }
    guard let number = registeredLogins[login], var account = registered[number] else {
      return false
    }
    change(&account)
    registered[number] = account
    return true
  }
}

/// A set of tokens that was issued.
struct Grant: Sendable, Hashable {
  var account: Account
  var clientID: String
  var server: AuthorizationServer
  /// The scopes that were granted, which its refresh token has.
  var granted: String
  /// The scopes of its access token: fewer if a refresh asked for fewer.
  var scope: String
  var accessToken: Secret
  var refreshToken: Secret?
  var expires: Duration
  var authenticatedAt: Duration
  var references: [String]
  /// The identity provider that vouched, by index.
  var provider: Int?
  /// What was asked for with `acr_values`, and is met now.
  var assurance: Assurance?
  /// The number of the first grant of the same sign-in: all of them end together.
  var family: Int
  /// Whether the tokens of its sign-in were revoked.
  var isRevoked = false
  /// Whether only its access token was revoked.
  var isAccessRevoked = false
  /// When its refresh token was spent; `nil` if it wasn't.
  var rotation: Rotation?
  /// What its sign-in's time is ahead of the org's; its own times are so too.
  var clock: Duration = .zero

  /// The first use of a refresh token.
  struct Rotation: Sendable, Hashable {
    var at: Duration
    /// The number of the grant that it gave.
    var next: Int
  }
}
