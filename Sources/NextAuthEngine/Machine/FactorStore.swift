/// The second factors of a device: one PIN for all accounts, and the device's biometric.
///
/// It knows that there is a PIN and when it was last given, never the PIN.
public struct FactorStore: Sendable, Hashable {
  /// Whether a PIN is set.
  public var hasPIN: Bool
  /// Whether the biometric is set.
  public var hasBiometric: Bool
  /// Whether too many wrong PINs were given.
  public var isPINBlocked: Bool
  /// How many wrong PINs were given since a factor was last right.
  public var wrongPINs = 0
  /// How often the biometric was used since the last PIN.
  public var biometricUses: Int
  /// When a second factor was last given with success, in time since the start of 1970.
  public var lastInput: Duration?
  /// When a PIN was last given with success.
  public var lastPIN: Duration?

  /// Makes a store.
  public init(
    hasPIN: Bool = false, hasBiometric: Bool = false, isPINBlocked: Bool = false,
    biometricUses: Int = 0, lastInput: Duration? = nil, lastPIN: Duration? = nil
  ) {
    self.hasPIN = hasPIN
    self.hasBiometric = hasBiometric
    self.isPINBlocked = isPINBlocked
    self.biometricUses = biometricUses
    self.lastInput = lastInput
    self.lastPIN = lastPIN
  }

  /// Whether nothing is set, so that the next factor is the first (S20).
  public var isEmpty: Bool { !hasPIN && !hasBiometric }

  /// What becomes of a store.
  public enum Change: Sendable, Hashable {
    /// A factor was given with success; this alone counts as input (S25).
    case verified(SecondFactor)
    case wrongPIN
    case blockedPIN
    case removedBiometric
    /// A first factor was set, and what it was set for has succeeded (S20).
    case set(Set<SecondFactor>)
  }

  /// Changes the store.
  ///
  /// - Parameters:
  ///   - change: What has happened.
  ///   - now: When, in time since the start of 1970.
  public mutating func apply(_ change: Change, at now: Duration) {
    switch change {
    case .verified(.pin):
      lastInput = now
      lastPIN = now
      biometricUses = 0
      wrongPINs = 0
    case .verified(.biometric):
      lastInput = now
      biometricUses += 1
      wrongPINs = 0
    case .wrongPIN: wrongPINs += 1
    case .blockedPIN: isPINBlocked = true
    case .removedBiometric: hasBiometric = false
    case .set(let factors):
      if factors.contains(.pin) {
        hasPIN = true
        isPINBlocked = false
        wrongPINs = 0
        lastPIN = now
      }
      if factors.contains(.biometric) { hasBiometric = true }
      biometricUses = 0
      lastInput = now
    }
  }
}
