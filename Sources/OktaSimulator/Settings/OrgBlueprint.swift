import FlowDiagnostics
import FlowCrypto
public import FlowEngine
public import FlowHTTP
import SimulatorKit

/// An org read from its settings, without the passkeys of its users.
///
/// Each run of the org makes the passkeys with its own keys.
public struct OrgBlueprint: Sendable {
  /// A passkey of a user, as the settings describe it.
  struct PasskeyOrder: Sendable {
    /// The index of the user.
    let person: Int
    let name: String
    let traits: Traits
    let place: SourceRange
  }

  private let name: String
  private let policy: OrgPolicy
  private let people: [Account]
  private let passkeys: [PasskeyOrder]
  /// The apps, each with the policies for its users; empty if the org has a single app.
  var apps: [(name: String, policy: OrgPolicy)] = []

  init(name: String, policy: OrgPolicy, people: [Account], passkeys: [PasskeyOrder]) {
    self.name = name
    self.policy = policy
    self.people = people
    self.passkeys = passkeys
  }

  /// Makes the org.
  ///
  /// - Parameters:
  ///   - issuer: The issuer of the org's custom authorization server.
  ///   - make: Makes the passkeys of users; if `nil`, users have no passkeys.
  /// - Returns: The org, and the reasons why passkeys can't be made. If there are any, the org is
  ///   `nil`.
  public func org(
    issuer: HTTPURL = Org.inProcessIssuer, passkeys make: Org.PasskeyMaker? = nil
  ) -> (org: Org?, problems: [SettingProblem]) {
    var people = people
    var problems: [SettingProblem] = []
    for order in passkeys {
      do throws(CryptoFailure) {
        let made = try make?(order.name, people[order.person].passkeyHandle)
        guard let made else { continue }
        people[order.person].passkeys.append(
          Account.Passkey(
            credential: made.credential, key: .es256(made.key), counter: 0, traits: order.traits))
      } catch {
        problems.append(
          SettingProblem(
            .value, "the passkey `\(order.name)` can't be made: \(error)", at: order.place))
      }
    }
    guard problems.isEmpty else { return (nil, problems) }
    return (Org(name: name, policy: policy, people: people, issuer: issuer, apps: apps), [])
  }
}
