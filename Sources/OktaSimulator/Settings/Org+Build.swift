public import FlowCrypto
public import FlowEngine
public import FlowHTTP
import SimulatorKit

extension Org {
  /// Reads an org's settings; every mistake is told at once, each at its place.
  ///
  /// There is an org wherever no problem but those of the kind `later` was found: then it is one
  /// without what can't be simulated yet. What can be set is in `Org.schema`.
  ///
  /// - Parameters:
  ///   - name: the name after `org`.
  ///   - settings: the settings in its braces.
  ///   - issuer: the issuer of its custom authorization server.
  ///   - passkeys: makes the passkeys that users have; `nil` where nobody has any.
  /// - Returns: the org, `nil` where it can't be made, and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting], issuer: HTTPURL = Org.inProcessIssuer,
    passkeys: PasskeyMaker? = nil
  ) -> (org: Org?, problems: [SettingProblem]) {
    let draft = OrgDraft(name: name, passkeys: passkeys)
    draft.read(settings)
    let problems = draft.problems
    guard problems.allSatisfy({ $0.kind == .later }) else { return (nil, problems) }
    draft.policy.settings = SettingPlaces.kept(settings, blocks: PolicyPlaces.blocks)
    let org = Org(name: name, policy: draft.policy, people: draft.people, issuer: issuer)
    return (org, problems)
  }

  /// Holds the settings of a script to those of a simulated org, without making one.
  ///
  /// - Parameters:
  ///   - name: the org's name.
  ///   - settings: its settings, in order.
  /// - Returns: what is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    let draft = OrgDraft(name: name)
    draft.read(settings)
    return draft.problems
  }

  /// Makes a passkey for a user: what its name is, and what it is to know the account by.
  ///
  /// The private key stays with whoever made it.
  public typealias PasskeyMaker = (
    _ name: String, _ userHandle: [UInt8]
  ) throws(CryptoFailure) -> EnrolledPasskey

  /// What an org knows of a passkey.
  public struct EnrolledPasskey: Sendable, Hashable {
    /// The credential's id, 16 bytes or more.
    public var credential: [UInt8]
    /// What verifies its signatures.
    public var key: P256.PublicKey

    /// Makes what an org knows of a passkey.
    public init(credential: [UInt8], key: P256.PublicKey) {
      self.credential = credential
      self.key = key
    }
  }
}
