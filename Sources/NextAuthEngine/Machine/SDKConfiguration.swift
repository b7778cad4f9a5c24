/// An app's configuration of the SDK, by the names of the SDK's documentation.
///
/// A duration or a number of zero has no effect.
public struct SDKConfiguration: Sendable, Hashable {
  /// Whether a session waits in READY_FOR_USER_INTERACTION for `startUserInteraction` (S11).
  public var manuallyStartUserInteraction = true
  /// Whether a login with one account and a second factor skips the confirmation (S22).
  public var automaticallySelectSingleAccountWhenSecondFactorNeeded = false
  /// The time limit for a session to become ACTIVE (S33).
  public var sessionTimeout: Duration = .seconds(120)
  /// The time limit for each input of a second factor.
  public var secondFactorUserInputTimeout: Duration = .zero
  /// Whether a login needs a second factor unless an AppLogin is active.
  public var alwaysRequireSecondFactorIfInactiveAppLogin = false
  /// Whether biometrics are never allowed.
  public var biometricsDisabled = false
  /// Whether a blocked PIN blocks biometrics too.
  public var blockSecondFactorOnPINBlocked = false
  /// Whether the device can have only one account.
  public var singleAccount = false
  /// Whether ConfirmEnrol omits the visual hash.
  public var hideVash = false
  /// The number of biometric uses after which the PIN is required again.
  public var maxNumberSecondFactorWithoutPIN = 0
  /// The time after which the PIN is required again, counted from the last PIN.
  public var maxTimeSecondFactorWithoutPIN: Duration = .zero
  /// The maximum duration of an AppLogin.
  public var timeoutAppLogin: Duration = .zero
  /// The time without a call of the app after which an AppLogin ends.
  public var timeoutInactivityAppLogin: Duration = .zero
  /// The time for which a history item is kept.
  public var expiryHistoryItems: Duration = .seconds(2160 * 3600)

  /// Makes the configuration that the documentation's lifecycle page describes.
  public init() {}

  /// The SDK's own defaults, of which two differ from the lifecycle page.
  public static let sdkDefaults: SDKConfiguration = {
    var configuration = SDKConfiguration()
    configuration.manuallyStartUserInteraction = false
    configuration.automaticallySelectSingleAccountWhenSecondFactorNeeded = true
    return configuration
  }()
}

/// The parameters that a server sends when a session begins (S9).
public struct ServerParameters: Sendable, Hashable {
  /// When a server requires a second factor (S25).
  public enum SecondFactorPolicy: Sendable, Hashable {
    case never
    case always
    /// The second factor is required if the last one was given at least this long ago.
    case after(Duration)
  }

  /// The time that the server waits for a ping; zero for one-shot logins (S37).
  public var pingTime: Duration
  /// When the server requires a second factor.
  public var secondFactor: SecondFactorPolicy
  /// The factors that the user must set when setting the first factors.
  public var requiredFactors: Set<SecondFactor>
  /// The number of wrong PINs after which the PIN is blocked.
  public var maxPinAttempts: Int
  /// Whether two accounts on a device must have different display names.
  public var uniqueDisplayName: Bool
  /// The visual hash of these parameters.
  public var visualHash: String?

  /// Makes parameters.
  public init(
    pingTime: Duration = .seconds(60), secondFactor: SecondFactorPolicy = .always,
    requiredFactors: Set<SecondFactor> = [], maxPinAttempts: Int = 3,
    uniqueDisplayName: Bool = false, visualHash: String? = nil
  ) {
    self.pingTime = pingTime
    self.secondFactor = secondFactor
    self.requiredFactors = requiredFactors
    self.maxPinAttempts = maxPinAttempts
    self.uniqueDisplayName = uniqueDisplayName
    self.visualHash = visualHash
  }
}
