public import FlowEngine
import FlowJOSE
import SimulatorKit

/// The part of an org that requests change.
///
/// It is a value that can be copied, compared and restored.
public struct OrgState: Sendable, Hashable {
  /// The users in the settings, in their current state.
  var people: [Account]
  /// The users who signed up.
  var registered: Ring<Account>
  /// The number in `registered` of each login, in lower case.
  var registeredLogins: [String: Int] = [:]
  /// The transactions, both open and ended.
  var transactions: Ring<Transaction>
  /// The sessions of browsers.
  var sessions: Ring<Session>
  /// The devices on which the org doesn't ask for a second factor again.
  var devices: Ring<RememberedDevice>
  /// The issued sets of tokens.
  var grants: Ring<Grant>
  /// The proofs of possession that were used.
  var proofs = ProofCheck()
  /// The sent messages.
  var outbox: Ring<InboxItem>
  /// The time of the first transaction; `nil` before it.
  ///
  /// The ages in the settings are relative to this time.
  var began: Duration?
  /// The faults of the org, and the messages that they delay.
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

  /// Returns the latest message of a channel, as the protocol `Inbox` requires.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: The recipient, in full or masked (`j***e@example.com`); `nil` for any recipient.
  ///   - moment: Only messages with a larger number are considered.
  /// - Returns: The latest message; `nil` if there is none.
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

  /// The number of the latest message; 0 if nothing was sent.
  public var mark: Int { outbox.next }

  /// Sends a code, with a link if one is given.
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

  /// Adds a message that arrives to the inbox, with the next number.
  mutating func arrive(_ item: InboxItem) {
    var item = item
    item.number = outbox.next + 1
    outbox.append(item)
  }

  /// Locks or unlocks an account as an administrator would.
  ///
  /// A lock lasts until the account is unlocked.
  ///
  /// - Parameters:
  ///   - login: The login of the user, in upper or lower case.
  ///   - isLocked: Whether to lock the account.
  ///   - org: The org.
  ///   - now: The time since the start of 1970, UTC.
  /// - Returns: Whether the org has such a user.
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
  /// The granted scopes, which a refresh can request again.
  var granted: String
  /// The scopes of the access token.
  ///
  /// They are fewer than the granted scopes if a refresh requested fewer.
  var scope: String
  var accessToken: Secret
  var refreshToken: Secret?
  var expires: Duration
  var authenticatedAt: Duration
  var references: [String]
  /// The index of the identity provider that vouched for the user; `nil` if none did.
  var provider: Int?
  /// The assurance that the client requested in `acr_values`, which the sign-in met.
  var assurance: Assurance?
  /// The number of the first grant of the same sign-in.
  ///
  /// All grants of a family are revoked together.
  var family: Int
  /// Whether all tokens of the sign-in were revoked.
  var isRevoked = false
  /// Whether only the access token of this grant was revoked.
  var isAccessRevoked = false
  /// The first use of the refresh token; `nil` if it wasn't used.
  var rotation: Rotation?
  /// The thumbprint of the key to which the tokens are bound; `nil` if they aren't bound.
  var thumbprint: String?
  /// The offset of the sign-in's time from the org's time.
  ///
  /// The times in the grant include this offset.
  var clock: Duration = .zero

  /// The first use of a refresh token.
  struct Rotation: Sendable, Hashable {
    var at: Duration
    /// The number of the new grant.
    var next: Int
  }
}
