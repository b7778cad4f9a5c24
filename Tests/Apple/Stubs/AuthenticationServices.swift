// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
// The parts of the AuthenticationServices framework that the package uses.
public import Foundation

// A window of UIKit or AppKit, whose modules the framework also gives.
open class ASPresentationAnchor: NSObject {}

open class ASAuthorizationRequest: NSObject {}

public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: Sendable {
  public static let required = ASAuthorizationPublicKeyCredentialUserVerificationPreference()
  public static let preferred = ASAuthorizationPublicKeyCredentialUserVerificationPreference()
}

@available(iOS 15, macOS 12, tvOS 16, *)
public final class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject {
  public init(relyingPartyIdentifier: String) {}

  public func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
    ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest()
  }

  public func createCredentialAssertionRequest(
    challenge: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
    ASAuthorizationPlatformPublicKeyCredentialAssertionRequest()
  }
}

@available(iOS 15, macOS 12, tvOS 16, *)
public final class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest:
  ASAuthorizationRequest
{
  public var userVerificationPreference =
    ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
}

@available(iOS 15, macOS 12, tvOS 16, *)
public final class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest:
  ASAuthorizationRequest
{
  public var userVerificationPreference =
    ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  public var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
}

@available(iOS 15, macOS 12, tvOS 16, *)
public final class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject {
  public init(credentialID: Data) {}
}

public protocol ASAuthorizationCredential: AnyObject {}

@available(iOS 15, macOS 12, tvOS 16, *)
public final class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject,
  ASAuthorizationCredential
{
  public var rawClientDataJSON: Data { Data() }
  public var rawAttestationObject: Data? { nil }
}

@available(iOS 15, macOS 12, tvOS 16, *)
public final class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject,
  ASAuthorizationCredential
{
  public var rawClientDataJSON: Data { Data() }
  public var rawAuthenticatorData: Data! { nil }
  public var signature: Data! { nil }
  public var userID: Data! { nil }
}

public final class ASAuthorization: NSObject {
  public let credential: any ASAuthorizationCredential

  init(credential: any ASAuthorizationCredential) { self.credential = credential }
}

public struct ASAuthorizationError: Error {
  public enum Code: Sendable { case canceled, failed, invalidResponse, notHandled, unknown }
  public var code: Code { .unknown }
}

@MainActor public protocol ASAuthorizationControllerDelegate: AnyObject {
  func authorizationController(
    controller: ASAuthorizationController,
    didCompleteWithAuthorization authorization: ASAuthorization)
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

@MainActor public protocol ASAuthorizationControllerPresentationContextProviding: AnyObject {
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

@MainActor public final class ASAuthorizationController: NSObject {
  public init(authorizationRequests: [ASAuthorizationRequest]) {}
  public weak var delegate: (any ASAuthorizationControllerDelegate)?
  public weak var presentationContextProvider:
    (any ASAuthorizationControllerPresentationContextProviding)?

  public func performRequests() {}
}
