#if canImport(Security)
public import FlowEngine
public import FlowText
import Foundation
import Security

/// Keeps tokens in the keychain of an Apple system.
///
/// The tokens stay on the device, and can be read after its first unlock, so that an app in the
/// background can refresh them.
public struct KeychainTokenStore: TokenStore {
  private let service: String
  private let account: String
  private let accessGroup: String?

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - service: The name of the app's tokens, such as its bundle id.
  ///   - account: The user, if the app can have several.
  ///   - accessGroup: The keychain access group that the app shares with its extensions; `nil` for
  ///     the app's own.
  public init(service: String, account: String = "tokens", accessGroup: String? = nil) {
    self.service = service
    self.account = account
    self.accessGroup = accessGroup
  }

  private var item: [CFString: Any] {
    var item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
      kSecUseDataProtectionKeychain: true,
    ]
    if let accessGroup { item[kSecAttrAccessGroup] = accessGroup }
    return item
  }

  /// Returns the tokens; `nil` if the keychain is empty.
  ///
  /// - Throws: `PlainFailure` with the number of the keychain's error.
  public func read() async throws(PlainFailure) -> Tokens? {
    var query = item
    query[kSecReturnData] = true
    query[kSecMatchLimit] = kSecMatchLimitOne
    var found: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = found as? Data else {
      throw KeychainTokenStore.failure(status)
    }
    return try Tokens(bytes: Array(data))
  }

  /// Replaces the tokens.
  ///
  /// - Parameter tokens: The new tokens.
  /// - Throws: `PlainFailure` with the number of the keychain's error.
  public func write(_ tokens: Tokens) async throws(PlainFailure) {
    let value: [CFString: Any] = [
      kSecValueData: Data(tokens.bytes),
      kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ]
    var status = SecItemUpdate(item as CFDictionary, value as CFDictionary)
    if status == errSecItemNotFound {
      let new = item.merging(value) { $1 }
      status = SecItemAdd(new as CFDictionary, nil)
    }
    guard status == errSecSuccess else { throw KeychainTokenStore.failure(status) }
  }

  /// Removes the tokens.
  ///
  /// - Throws: `PlainFailure` with the number of the keychain's error.
  public func remove() async throws(PlainFailure) {
    let status = SecItemDelete(item as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw KeychainTokenStore.failure(status)
    }
  }

  private static func failure(_ status: OSStatus) -> PlainFailure {
    PlainFailure(
      "the keychain answered with the error \(status)",
      help: status == errSecMissingEntitlement
        ? "sign the app with a team, or add the capability Keychain Sharing" : nil)
  }
}
#endif
