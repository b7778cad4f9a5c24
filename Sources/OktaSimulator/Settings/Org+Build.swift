public import FlowCrypto
public import FlowEngine
public import FlowHTTP

extension Org {
  /// Reads the settings of an org, and reports all mistakes at once.
  ///
  /// If all problems are of the kind `later`, there is an org without what can't be simulated yet.
  /// `Org.schema` lists the settings.
  ///
  /// - Parameters:
  ///   - name: The name after `org`.
  ///   - settings: The settings in its braces.
  ///   - issuer: The issuer of its custom authorization server.
  ///   - passkeys: Makes the passkeys that users have; `nil` leaves them out.
  /// - Returns: The org, `nil` if it can't be made, and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting], issuer: HTTPURL = Org.inProcessIssuer,
    passkeys: PasskeyMaker? = nil
  ) -> (org: Org?, problems: [SettingProblem]) {
    let draft = OrgDraft(name: name)
    draft.read(settings)
    let problems = draft.problems
    guard problems.allSatisfy({ $0.kind == .later }) else { return (nil, problems) }
    let (org, others) = draft.blueprint(of: settings).org(issuer: issuer, passkeys: passkeys)
    return (org, (problems + others).sorted { $0.place.start < $1.place.start })
  }

  /// Checks the settings of an org without making one.
  ///
  /// - Parameters:
  ///   - name: The org's name.
  ///   - settings: Its settings, in order.
  /// - Returns: What is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    let draft = OrgDraft(name: name)
    draft.read(settings)
    return draft.problems
  }

  /// Makes a passkey for a user, by its name and by what it knows the account by.
  ///
  /// The private key stays with the caller.
  public typealias PasskeyMaker = (
    _ name: String, _ userHandle: [UInt8]
  ) throws(CryptoFailure) -> EnrolledPasskey

  /// The part of a passkey that an org knows.
  public struct EnrolledPasskey: Sendable, Hashable {
    /// The credential's id, 16 bytes or more.
    public var credential: [UInt8]
    /// What verifies its signatures.
    public var key: P256.PublicKey

    /// Makes the part of a passkey that an org knows.
    public init(credential: [UInt8], key: P256.PublicKey) {
      self.credential = credential
      self.key = key
    }
  }
}
