#if canImport(AuthenticationServices) && !os(watchOS)
public import AuthenticationServices
public import FlowEngine
import FlowHTTP
public import FlowText
import Foundation

/// The passkeys of an Apple device, which the system's own sheet creates and uses.
///
/// ```swift
/// let signIn = try script.start(
///   okta, prompter: prompter, passkeys: PlatformPasskeys(anchor: { view.window! }))
/// ```
///
/// The app needs the associated domain `webcredentials:` with the issuer's host. The system makes
/// passkeys for no other host.
@available(iOS 16, macOS 13, tvOS 16, visionOS 1, *)
public struct PlatformPasskeys: PasskeyHolder {
  private let name: String
  private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

  /// Makes a holder.
  ///
  /// - Parameters:
  ///   - name: The name that a question shows for the passkeys of this device.
  ///   - anchor: Returns the window over which the system shows its sheet.
  public init(
    name: String = "This device", anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
  ) {
    self.name = name
    self.anchor = anchor
  }

  /// Returns the name of the device, because the system shows its own list of passkeys.
  ///
  /// - Parameter challenge: The challenge.
  /// - Returns: One name.
  public func names(for challenge: PasskeyChallenge) -> [String] { [name] }

  /// Lets the system create a passkey, or sign with one.
  ///
  /// - Parameters:
  ///   - challenge: The challenge.
  ///   - name: The name, which is ignored.
  /// - Returns: The parts of the answer, in base64url without padding.
  /// - Throws: `PlainFailure` if the user closed the sheet, or if the system refused.
  public func answer(
    _ challenge: PasskeyChallenge, by name: String
  ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
    let request = try PlatformPasskeys.request(for: challenge)
    do {
      return try await PasskeySheet.show(request, over: anchor)
    } catch let failure as PlainFailure {
      throw failure
    } catch let error as ASAuthorizationError where error.code == .canceled {
      throw PlainFailure("no passkey was chosen")
    } catch {
      throw PlainFailure("the system can't use a passkey: \(error.localizedDescription)")
    }
  }

  private static func request(
    for challenge: PasskeyChallenge
  ) throws(PlainFailure) -> ASAuthorizationRequest {
    let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
      relyingPartyIdentifier: challenge.relyingParty)
    let bytes = try data(challenge.challenge)
    switch challenge.purpose {
    case .enrollment:
      let request = provider.createCredentialRegistrationRequest(
        challenge: bytes, name: challenge.userName ?? challenge.relyingParty,
        userID: try data(challenge.userHandle ?? ""))
      request.userVerificationPreference = challenge.verifiesUser ? .required : .preferred
      return request
    case .verification:
      let request = provider.createCredentialAssertionRequest(challenge: bytes)
      request.allowedCredentials = try challenge.credentials.map { id throws(PlainFailure) in
        ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: try data(id))
      }
      request.userVerificationPreference = challenge.verifiesUser ? .required : .preferred
      return request
    }
  }

  private static func data(_ text: String) throws(PlainFailure) -> Data {
    guard let bytes = Base64URL.decode(text) else {
      throw PlainFailure("the challenge for a passkey isn't base64url")
    }
    return Data(bytes)
  }
}

/// The system's sheet for one request.
@available(iOS 16, macOS 13, tvOS 16, visionOS 1, *)
@MainActor
private final class PasskeySheet: NSObject {
  private let anchor: ASPresentationAnchor
  private var waiting: CheckedContinuation<[PasskeyChallenge.Part: String], any Error>?
  /// The controller, which the system doesn't retain.
  private var controller: ASAuthorizationController?

  private init(anchor: ASPresentationAnchor) { self.anchor = anchor }

  static func show(
    _ request: sending ASAuthorizationRequest,
    over anchor: @MainActor @Sendable () -> ASPresentationAnchor
  ) async throws -> [PasskeyChallenge.Part: String] {
    let sheet = PasskeySheet(anchor: anchor())
    let controller = ASAuthorizationController(authorizationRequests: [request])
    controller.delegate = sheet
    controller.presentationContextProvider = sheet
    sheet.controller = controller
    return try await withCheckedThrowingContinuation { continuation in
      sheet.waiting = continuation
      controller.performRequests()
    }
  }

  private static func parts(
    of credential: any ASAuthorizationCredential
  ) throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
    func text(_ data: Data?) throws(PlainFailure) -> String {
      guard let data else { throw PlainFailure("the system's answer lacks a part") }
      return Base64URL.encode(Array(data))
    }
    switch credential {
    case let made as ASAuthorizationPlatformPublicKeyCredentialRegistration:
      return [
        .clientData: try text(made.rawClientDataJSON),
        .attestation: try text(made.rawAttestationObject),
      ]
    case let signed as ASAuthorizationPlatformPublicKeyCredentialAssertion:
      return [
        .clientData: try text(signed.rawClientDataJSON),
        .authenticatorData: try text(signed.rawAuthenticatorData),
        .signature: try text(signed.signature), .userHandle: try text(signed.userID),
      ]
    default: throw PlainFailure("the system's answer isn't a passkey's")
    }
  }

  private func end(_ result: Result<[PasskeyChallenge.Part: String], any Error>) {
    waiting?.resume(with: result)
    waiting = nil
    controller = nil
  }
}

@available(iOS 16, macOS 13, tvOS 16, visionOS 1, *)
extension PasskeySheet: ASAuthorizationControllerDelegate {
  func authorizationController(
    controller: ASAuthorizationController,
    didCompleteWithAuthorization authorization: ASAuthorization
  ) {
    end(Result { try PasskeySheet.parts(of: authorization.credential) })
  }

  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error
  ) {
    end(.failure(error))
  }
}

@available(iOS 16, macOS 13, tvOS 16, visionOS 1, *)
extension PasskeySheet: ASAuthorizationControllerPresentationContextProviding {
  func presentationAnchor(
    for controller: ASAuthorizationController
  ) -> ASPresentationAnchor { anchor }
}
#endif
