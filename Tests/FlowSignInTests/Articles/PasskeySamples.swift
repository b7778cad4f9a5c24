import FlowEngine
import FlowInterpreter
import FlowSignInTesting
import FlowText

#if canImport(AuthenticationServices) && !os(watchOS)
import AuthenticationServices
#endif

// Article: holder
import FlowSignIn

/// The passkeys of an authenticator.
struct DevicePasskeys: PasskeyHolder {
  let device: any PasskeyDevice

  func names(for challenge: PasskeyChallenge) -> [String] { ["this device"] }

  func answer(
    _ challenge: PasskeyChallenge, by name: String
  ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
    do {
      switch challenge.purpose {
      case .enrollment:
        let made = try await device.create(for: challenge)
        return [.clientData: made.clientDataJSON, .attestation: made.attestationObject]
      case .verification:
        let signed = try await device.sign(challenge)
        return [
          .clientData: signed.clientDataJSON, .authenticatorData: signed.authenticatorData,
          .signature: signed.signature, .userHandle: signed.userID,
        ]
      }
    } catch { throw PlainFailure("the passkey was not used") }
  }
}
// Article: end

/// The other samples of the article about passkeys.
enum PasskeySamples {
  #if canImport(AuthenticationServices) && !os(watchOS)
  @MainActor
  static func start(
    _ configuration: SignInConfiguration, window: ASPresentationAnchor, prompter: any Prompter
  ) throws -> SignIn {
    // Article: start
    let script = try SignInScript(
      """
      on enroll-authenticator webauthn answer passkey = passkey device
      on challenge webauthn            answer passkey = passkey device
      otherwise prompt
      """)
    let signIn = try script.start(
      configuration, prompter: prompter, passkeys: PlatformPasskeys(anchor: { window }))
    // Article: end
    return signIn
  }
  #endif

  static func simulated() async throws -> SignInResult {
    // Article: simulated
    let script = try SignInScript(
      """
      org acme {
        authenticators password, webauthn
        user "jane@example.com" { password "Correct-Horse-1"; passkey jane }
        sign-on { require password and webauthn }
      }
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = secret PASSWORD
      on challenge webauthn answer passkey = passkey jane
      expect token.amr contains "pop"
      """)
    let signIn = try script.start(
      .simulated(), secrets: ["PASSWORD": Secret("Correct-Horse-1")])
    let result = try await signIn.result()
    // Article: end
    return result
  }
}

// MARK: Stand-ins for an authenticator

/// The texts of a new passkey, in base64url without padding.
struct NewPasskey: Sendable {
  var clientDataJSON: String
  var attestationObject: String
}

/// The texts of a signature by a passkey, in base64url without padding.
struct PasskeySignature: Sendable {
  var clientDataJSON: String
  var authenticatorData: String
  var signature: String
  var userID: String
}

/// The features of an authenticator.
protocol PasskeyDevice: Sendable {
  func create(for challenge: PasskeyChallenge) async throws -> NewPasskey
  func sign(_ challenge: PasskeyChallenge) async throws -> PasskeySignature
}
