public import FlowEngine
import SimulatorKit

/// The part of an org that requests change: a value that can be copied, compared and restored.
public struct OrgState: Sendable, Hashable {
  /// The users of the settings, in their current state.
  var people: [Account]
  /// The users who signed up.
  var registered: Ring<Account>
  /// The numbers in `registered`, by login in lower case.
  var registeredLogins: [String: Int] = [:]
  /// Transactions, open and ended.
  var transactions: Ring<Transaction>
  /// The sessions of browsers.
  var sessions: Ring<Session>
  /// Devices on which a second factor isn't asked for again.
  var devices: Ring<RememberedDevice>
  /// Issued tokens.
  var grants: Ring<Grant>
  /// The sent messages.
  var outbox: Ring<InboxItem>
  /// The time of the first transaction, to which the ages in the settings are relative.
  var began: Duration?
  /// The faults.
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

  /// The messages that the org has sent, oldest first: mails, text messages and calls.
  public var sent: [InboxItem] {
    outbox.numbers.compactMap { outbox[$0] }
  }

  /// Returns the latest item of a channel after a number, as `Inbox` requires it.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: The recipient, in full or masked (`j***e@example.com`); `nil` for any recipient.
  ///   - moment: Only items with a larger number count.
  /// - Returns: The latest item.
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

  /// The number of the latest item; 0 if nothing was sent.
  public var mark: Int { outbox.next }

  /// Sends a message.
  mutating func send(
    _ code: Secret, over channel: String, to address: String, link: Secret? = nil
  ) {
    send(InboxItem(number: 0, channel: channel, address: address, code: code, link: link))
  }

  /// Sends a link.
  mutating func send(link: Secret, over channel: String, to address: String) {
    send(InboxItem(number: 0, channel: channel, address: address, link: link))
  }

  private mutating func send(_ item: InboxItem) {
    if faultBox.isHolding { faultBox.held.append(item) } else { arrive(item) }
  }

  /// Adds a message that arrives, with the next number.
  mutating func arrive(_ item: InboxItem) {
    var item = item
    item.number = outbox.next + 1
    outbox.append(item)
  }

  /// Locks a user out until an administrator unlocks the account, or unlocks it like an
  /// administrator.
  ///
  /// - Parameters:
  ///   - login: The user's login, in any case.
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

/// A set of issued tokens.
struct Grant: Sendable, Hashable {
  var account: Account
  var clientID: String
  var server: AuthorizationServer
  /// The granted scopes, which the refresh token has.
  var granted: String
  /// The scopes of the access token: fewer if a refresh requested fewer.
  var scope: String
  var accessToken: Secret
  var refreshToken: Secret?
  var expires: Duration
  var authenticatedAt: Duration
  var references: [String]
  /// The identity provider that vouched, by index.
  var provider: Int?
  /// The requirement in `acr_values`, which is met.
  var assurance: Assurance?
  /// The number of the first grant of the same sign-in.
  ///
  /// All of them end together.
  var family: Int
  /// Whether the tokens of its sign-in were revoked.
  var isRevoked = false
  /// Whether only its access token was revoked.
  var isAccessRevoked = false
  /// The use of its refresh token; `nil` if it wasn't used.
  var rotation: Rotation?
  /// The difference between the sign-in's time and the org's.
  ///
  /// Its own times include it.
  var clock: Duration = .zero

  /// The first use of a refresh token.
  struct Rotation: Sendable, Hashable {
    var at: Duration
    /// The number of the grant that replaced it.
    var next: Int
  }
}
