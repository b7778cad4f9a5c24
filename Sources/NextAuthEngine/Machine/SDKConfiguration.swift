/// An app's configuration of the SDK, by the names of its documentation.
///
/// A duration or a number of zero is ignored.
public struct SDKConfiguration: Sendable, Hashable {
  /// Whether READY_FOR_USER_INTERACTION waits for `startUserInteraction`; else it is skipped (S11).
  public var manuallyStartUserInteraction = true
  /// Whether a login with one account and a second factor skips its confirmation (S22).
  public var automaticallySelectSingleAccountWhenSecondFactorNeeded = false
  /// The time limit of a session from its beginning to ACTIVE (S33).
  public var sessionTimeout: Duration = .seconds(120)
  /// The time limit for one round of the second factor.
  public var secondFactorUserInputTimeout: Duration = .zero
  /// Whether a login needs a second factor whenever no AppLogin is active.
  public var alwaysRequireSecondFactorIfInactiveAppLogin = false
  /// Whether biometrics are never allowed.
  public var biometricsDisabled = false
  /// Whether a blocked PIN blocks biometrics too.
  public var blockSecondFactorOnPINBlocked = false
  /// Whether there may be at most one account.
  public var singleAccount = false
  /// Whether ConfirmEnrol shows no visual hash.
  public var hideVash = false
  /// The number of uses of the biometric after which a PIN is required.
  public var maxNumberSecondFactorWithoutPIN = 0
  /// The time without a PIN after which one is required.
  public var maxTimeSecondFactorWithoutPIN: Duration = .zero
  /// The time limit of an AppLogin.
  public var timeoutAppLogin: Duration = .zero
  /// The time limit of an AppLogin without a call of the app.
  public var timeoutInactivityAppLogin: Duration = .zero
  /// The retention time of a history item.
  public var expiryHistoryItems: Duration = .seconds(2160 * 3600)

  /// Makes the configuration that the lifecycle page describes.
  public init() {}

  /// The two defaults of the SDK itself that differ from the lifecycle page.
  public static let sdkDefaults: SDKConfiguration = {
    var configuration = SDKConfiguration()
    configuration.manuallyStartUserInteraction = false
    configuration.automaticallySelectSingleAccountWhenSecondFactorNeeded = true
    return configuration
  }()
}

/// The parameters that a server sends when a session begins (S9).
public struct ServerParameters: Sendable, Hashable {
  /// The policy for a second factor (S25).
  public enum SecondFactorPolicy: Sendable, Hashable {
    case never
    case always
    /// Required if the last one was given at least this long ago.
    case after(Duration)
  }

  /// The time that the server waits for a ping; zero for one-shot logins (S37).
  public var pingTime: Duration
  /// The policy for a second factor.
  public var secondFactor: SecondFactorPolicy
  /// The factors that must be among the factors that are set.
  public var requiredFactors: Set<SecondFactor>
  /// The number of wrong PINs that block the PIN.
  public var maxPinAttempts: Int
  /// Whether two accounts of a device must not have the same name.
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
