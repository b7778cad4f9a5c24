// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of the Security framework that the package uses.
public import Foundation

public final class SecKey {}

public struct SecKeyAlgorithm: Sendable {
  public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm()
}

// The framework's constants are strings of Core Foundation, which is `String` here.
public let kSecAttrKeyType: CFString = ""
public let kSecAttrKeyTypeRSA: CFString = ""
public let kSecAttrKeySizeInBits: CFString = ""
public let kSecAttrKeyClass: CFString = ""
public let kSecAttrKeyClassPrivate: CFString = ""
public let kSecAttrKeyClassPublic: CFString = ""

@unsafe public struct CFErrors {}

public func SecKeyCreateRandomKey(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<CFErrors>?
) -> SecKey? { nil }

public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<CFErrors>?
) -> CFData? { nil }

public func SecKeyCreateWithData(
  _ data: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<CFErrors>?
) -> SecKey? { nil }

public func SecKeyCreateSignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: CFData,
  _ error: UnsafeMutablePointer<CFErrors>?
) -> CFData? { nil }

public func SecKeyVerifySignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: CFData, _ signature: CFData,
  _ error: UnsafeMutablePointer<CFErrors>?
) -> Bool { false }
