/// The second factors of a device: one PIN for all accounts, and the device's biometric.
///
/// The store records whether a PIN is set and when it was last given, but never the PIN.
public struct FactorStore: Sendable, Hashable {
  /// Whether a PIN is set.
  public var hasPIN: Bool
  /// Whether the device's biometric is registered as a second factor.
  public var hasBiometric: Bool
  /// Whether the PIN is blocked after too many wrong attempts.
  public var isPINBlocked: Bool
  /// The number of wrong PINs since a factor was last verified.
  public var wrongPINs = 0
  /// The number of times that the biometric was used since the PIN was last given.
  public var biometricUses: Int
  /// The time when a second factor was last verified, since the start of 1970.
  public var lastInput: Duration?
  /// The time when the PIN was last verified, since the start of 1970.
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

  /// Whether no factor is set, so that the next factor is a first factor (S20).
  public var isEmpty: Bool { !hasPIN && !hasBiometric }

  /// A change of a store.
  public enum Change: Sendable, Hashable {
    /// A factor was verified; only this counts as input (S25).
    case verified(SecondFactor)
    case wrongPIN
    case blockedPIN
    case removedBiometric
    /// First factors were set, and their login or enrollment has succeeded (S20).
    case set(Set<SecondFactor>)
  }

  /// Changes the store.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - now: The time since the start of 1970.
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
