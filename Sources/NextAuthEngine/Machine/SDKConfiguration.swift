/// What an app configures the SDK with, by the names of its documentation.
///
/// A duration or a number of zero is ignored.
public struct SDKConfiguration: Sendable, Hashable {
  /// Whether READY_FOR_USER_INTERACTION waits for `startUserInteraction`; else it is skipped (S11).
  public var manuallyStartUserInteraction = true
  /// Whether a login with one account and a second factor skips its confirmation (S22).
  public var automaticallySelectSingleAccountWhenSecondFactorNeeded = false
  /// How long a session may take from its beginning to ACTIVE (S33).
  public var sessionTimeout: Duration = .seconds(120)
  /// How long the user may take for one round of the second factor.
  public var secondFactorUserInputTimeout: Duration = .zero
  /// Whether a login needs a second factor wherever no AppLogin is active.
  public var alwaysRequireSecondFactorIfInactiveAppLogin = false
  /// Whether biometrics are never allowed.
  public var biometricsDisabled = false
  /// Whether a blocked PIN blocks biometrics too.
  public var blockSecondFactorOnPINBlocked = false
  /// Whether there may be one account at the most.
  public var singleAccount = false
  /// Whether ConfirmEnrol shows no visual hash.
  public var hideVash = false
  /// After how many uses of the biometric a PIN is wanted.
  public var maxNumberSecondFactorWithoutPIN = 0
  /// After what time without a PIN one is wanted.
  public var maxTimeSecondFactorWithoutPIN: Duration = .zero
  /// How long an AppLogin may last.
  public var timeoutAppLogin: Duration = .zero
  /// How long an AppLogin may last without a call of the app.
  public var timeoutInactivityAppLogin: Duration = .zero
  /// How long an item of the history is kept.
  public var expiryHistoryItems: Duration = .seconds(2160 * 3600)

  /// Makes the configuration that the lifecycle page describes.
  public init() {}

  /// The two defaults of the SDK itself, where they differ from the lifecycle page's tone.
  public static let sdkDefaults: SDKConfiguration = {
    var configuration = SDKConfiguration()
    configuration.manuallyStartUserInteraction = false
    configuration.automaticallySelectSingleAccountWhenSecondFactorNeeded = true
    return configuration
  }()
}

/// What a server says of itself when a session begins (S9).
public struct ServerParameters: Sendable, Hashable {
  /// When a server wants a second factor (S25).
  public enum SecondFactorPolicy: Sendable, Hashable {
    case never
    case always
    /// Where the last one was given so long ago, or longer.
    case after(Duration)
  }

  /// How long it waits for a ping; zero for logins that are good once (S37).
  public var pingTime: Duration
  /// When it wants a second factor.
  public var secondFactor: SecondFactorPolicy
  /// The factors without which none is set.
  public var requiredFactors: Set<SecondFactor>
  /// How many wrong PINs block the PIN.
  public var maxPinAttempts: Int
  /// Whether no two accounts of a device may have one name.
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
