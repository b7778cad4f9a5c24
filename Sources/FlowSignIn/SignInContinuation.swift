import FlowEngine
import FlowHTTP
import FlowText
import IDXEngine
import FlowLock

/// A sign-in that an app can continue after the system has ended the app.
///
/// An app that goes to the background saves the continuation, for example in the keychain. If the
/// system then ends the app, the next launch resumes the sign-in at its latest step:
///
/// ```swift
/// let kept = try JSONEncoder().encode(signIn.continuation)
/// // In the next launch:
/// let continuation = try JSONDecoder().decode(SignInContinuation.self, from: kept)
/// let signIn = try script.start(okta, resuming: continuation, prompter: prompter)
/// ```
///
/// Its encoded form is secret: with it, someone could take over the sign-in.
public struct SignInContinuation: Sendable, Hashable {
  /// The name of the flow.
  public let flow: String
  let issuer: String
  let clientID: String
  let transaction: IDXContinuation
}

extension SignInContinuation {
  /// Throws unless the sign-in was at an issuer, with its client.
  ///
  /// - Parameter configuration: The issuer of the new run; `nil` if its runs can't be continued.
  /// - Throws: `SignInFailure.configuration`.
  func check(against configuration: IDXConfiguration?) throws(SignInFailure) {
    guard let configuration else {
      throw .configuration(
        "this sign-in can't continue an earlier one",
        help: "continue at the issuer of the earlier sign-in; in tests, use a `SimulatedOrg`")
    }
    guard configuration.issuer.description == issuer, configuration.clientID == clientID else {
      throw .configuration(
        "the earlier sign-in was at another issuer or with another client",
        help: "start a new sign-in, without `resuming`")
    }
  }
}

extension SignInContinuation: Codable {
  private enum CodingKeys: String, CodingKey {
    case flow, issuer, clientID, handle, verifier, state, nonce, maxAge
  }

  /// Decodes a continuation that an app has kept.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError` if this isn't an encoded continuation.
  public init(from decoder: any Decoder) throws {
    let kept = try decoder.container(keyedBy: CodingKeys.self)
    func secret(_ key: CodingKeys) throws -> Secret {
      Secret(try kept.decode(String.self, forKey: key))
    }
    flow = try kept.decode(String.self, forKey: .flow)
    issuer = try kept.decode(String.self, forKey: .issuer)
    clientID = try kept.decode(String.self, forKey: .clientID)
    transaction = IDXContinuation(
      handle: try secret(.handle), verifier: try secret(.verifier), state: try secret(.state),
      nonce: try secret(.nonce), maxAge: try kept.decodeIfPresent(Double.self, forKey: .maxAge))
  }

  /// Encodes the continuation, so that an app can keep it in the keychain.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var kept = encoder.container(keyedBy: CodingKeys.self)
    try kept.encode(flow, forKey: .flow)
    try kept.encode(issuer, forKey: .issuer)
    try kept.encode(clientID, forKey: .clientID)
    try kept.encode(transaction.handle.reveal(), forKey: .handle)
    try kept.encode(transaction.verifier.reveal(), forKey: .verifier)
    try kept.encode(transaction.state.reveal(), forKey: .state)
    try kept.encode(transaction.nonce.reveal(), forKey: .nonce)
    try kept.encodeIfPresent(transaction.maxAge, forKey: .maxAge)
  }
}

extension SignInContinuation: CustomStringConvertible, CustomReflectable {
  /// The name of the flow, because the rest is secret.
  public var description: String { "SignInContinuation(\(flow))" }
  /// A mirror without children, so that a dump reveals nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The transaction of a run, from its begin to its end.
final class RunningTransaction: Sendable {
  private let transaction = Mutex<IDXContinuation?>(nil)

  /// The transaction; `nil` before it begins and after it ends.
  var current: IDXContinuation? { transaction.withLock { $0 } }

  /// Replaces the transaction.
  func set(_ new: IDXContinuation?) { transaction.withLock { $0 = new } }
}
