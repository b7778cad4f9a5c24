import FlowAuthenticators
public import FlowEngine
import FlowScript
public import FlowText

/// A holder of passkeys in software, for tests against a served org or a test tenant.
///
/// It makes a passkey for each name that a script uses, and signs with it. Its keys are in memory.
/// ``contents`` keeps them between two runs of a test. On Linux, it needs `libcrypto.so.3` or `1.1`.
public final class SoftwarePasskeys: PasskeyHolder {
  private let keyring = Keyring(randomBytes: ThisMachine.randomBytes)

  /// Makes a holder without passkeys.
  public init() {}

  /// Makes a holder with passkeys that were kept.
  ///
  /// - Parameter contents: The contents of another holder.
  /// - Throws: `PlainFailure` if these aren't the contents of a holder.
  public init(contents: Secret) throws(PlainFailure) {
    try keyring.add(contents: Array(contents.reveal().utf8))
  }

  /// The passkeys with their private keys.
  public var contents: Secret { Secret(String(decoding: keyring.contents, as: UTF8.self)) }

  /// The reason why this machine can't sign; `nil` if it can.
  public var unavailability: PlainFailure? { keyring.unavailability }

  /// Returns the names of the passkeys that could answer a challenge.
  ///
  /// - Parameter challenge: The challenge.
  /// - Returns: The names, sorted.
  public func names(for challenge: PasskeyChallenge) -> [String] { keyring.names(for: challenge) }

  /// Answers a challenge with a passkey.
  ///
  /// - Parameters:
  ///   - challenge: The challenge.
  ///   - name: The name of the passkey.
  /// - Returns: The parts of the answer.
  /// - Throws: `PlainFailure` if the account doesn't have such a passkey.
  public func answer(
    _ challenge: PasskeyChallenge, by name: String
  ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
    try await keyring.answer(challenge, by: name)
  }
}
