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

public let kSecClass: CFString = ""
public let kSecClassGenericPassword: CFString = ""
public let kSecAttrService: CFString = ""
public let kSecAttrAccount: CFString = ""
public let kSecAttrAccessGroup: CFString = ""
public let kSecAttrAccessible: CFString = ""
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = ""
public let kSecUseDataProtectionKeychain: CFString = ""
public let kSecReturnData: CFString = ""
public let kSecMatchLimit: CFString = ""
public let kSecMatchLimitOne: CFString = ""
public let kSecValueData: CFString = ""

public typealias OSStatus = Int32
public var errSecSuccess: OSStatus { 0 }
public var errSecItemNotFound: OSStatus { -25_300 }
public var errSecMissingEntitlement: OSStatus { -34_018 }

// A class on Apple systems, where every value can be bridged to one.
public typealias CFTypeRef = Any

public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { 0 }

public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { 0 }

public func SecItemUpdate(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus { 0 }

public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
