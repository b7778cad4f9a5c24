import FlowText
import FlowEngine
import FlowHTTP

/// The answer of `/sdk/device`.
struct DeviceAnswer {
  var device: Device
  /// The key for push messages; `nil` if the device doesn't have one.
  var pushKey: [UInt8]?

  init(_ object: WireObject, now: Duration) throws(PlainFailure) {
    var accounts: [Account] = []
    var headless: Set<String> = []
    for object in try object.objects("accounts") ?? [] {
      let account = try Account(object)
      accounts.append(account)
      if try object.bool("headless") ?? false { headless.insert(account.id) }
    }
    guard accounts.count <= DeviceLimits.accounts,
      Set(accounts.map(\.id)).count == accounts.count
    else { throw PlainFailure("the accounts must be different, and not too many") }
    var items: [HistoryItem] = []
    let past = try object.objects("history") ?? []
    for (index, item) in past.enumerated() {
      items.append(try HistoryItem(item, number: index - past.count, now: now))
    }
    device = Device(
      configuration: try object.optionalObject("configuration").map(SDKConfiguration.init)
        ?? SDKConfiguration(),
      accounts: accounts, headless: headless,
      factors: try object.optionalObject("factors").map { object throws(PlainFailure) in
        try FactorStore(object, now: now)
      } ?? FactorStore(), history: items, now: now)
    pushKey = try object.bytes("pushKey")
    guard pushKey?.count ?? 32 == 32 else { throw PlainFailure("pushKey has 32 bytes") }
  }
}

extension Account {
  init(_ object: WireObject) throws(PlainFailure) {
    self.init(
      id: try object.name("id"), displayName: try object.text("name"),
      server: try object.name("server"))
  }
}

extension FactorStore {
  init(_ object: WireObject, now: Duration) throws(PlainFailure) {
    self.init(
      hasPIN: try object.bool("pin") ?? false, hasBiometric: try object.bool("biometric") ?? false,
      isPINBlocked: try object.bool("pinBlocked") ?? false,
      biometricUses: try object.count("biometricUses") ?? 0,
      lastInput: try object.seconds("lastInputAgo").map { now - $0 },
      lastPIN: try object.seconds("lastPinAgo").map { now - $0 })
  }
}

extension HistoryItem {
  /// Reads a history item from before the first session; no session has the item's number.
  init(
    _ object: WireObject, number: Int, now: Duration
  ) throws(PlainFailure) {
    self.init(
      session: SessionID(number), status: try object.word("status", HistoryStatus.self),
      kind: try object.optionalWord("kind", SessionKind.self) ?? .login,
      account: try object.optionalObject("account").map(Account.init),
      server: try object.text("server"), time: now - (try object.seconds("age") ?? .zero))
  }
}

extension SDKConfiguration {
  init(_ object: WireObject) throws(PlainFailure) {
    func set(_ name: String, _ value: inout Bool) throws(PlainFailure) {
      value = try object.bool(name) ?? value
    }
    func set(_ name: String, _ value: inout Duration) throws(PlainFailure) {
      value = try object.seconds(name) ?? value
    }
    self.init()
    try set("manuallyStartUserInteraction", &manuallyStartUserInteraction)
    try set(
      "automaticallySelectSingleAccountWhenSecondFactorNeeded",
      &automaticallySelectSingleAccountWhenSecondFactorNeeded)
    try set("sessionTimeout", &sessionTimeout)
    try set("secondFactorUserInputTimeout", &secondFactorUserInputTimeout)
    try set(
      "alwaysRequireSecondFactorIfInactiveAppLogin", &alwaysRequireSecondFactorIfInactiveAppLogin)
    try set("biometricsDisabled", &biometricsDisabled)
    try set("blockSecondFactorOnPINBlocked", &blockSecondFactorOnPINBlocked)
    try set("singleAccount", &singleAccount)
    try set("hideVash", &hideVash)
    maxNumberSecondFactorWithoutPIN = try object.count("maxNumberSecondFactorWithoutPIN") ?? 0
    try set("maxTimeSecondFactorWithoutPIN", &maxTimeSecondFactorWithoutPIN)
    try set("timeoutAppLogin", &timeoutAppLogin)
    try set("timeoutInactivityAppLogin", &timeoutInactivityAppLogin)
    try set("expiryHistoryItems", &expiryHistoryItems)
  }
}

extension ServerParameters {
  init(_ object: WireObject) throws(PlainFailure) {
    guard let pingTime = try object.seconds("pingTime") else {
      throw PlainFailure("pingTime is missing")
    }
    self.init(
      pingTime: pingTime, maxPinAttempts: max(try object.count("maxPinAttempts") ?? 3, 1),
      uniqueDisplayName: try object.bool("uniqueDisplayName") ?? false,
      visualHash: try object.optionalText("visualHash"))
    for element in try object.elements("requiredFactors") ?? [] {
      guard let factor = element.string.flatMap(SecondFactor.init) else {
        throw PlainFailure("requiredFactors must be pin or biometric")
      }
      requiredFactors.insert(factor)
    }
    if let after = object.isText("secondFactor")
      ? nil : try object.optionalObject("secondFactor")
    {
      guard let interval = try after.seconds("after") else {
        throw PlainFailure("secondFactor.after is missing")
      }
      secondFactor = .after(interval)
      return
    }
    switch try object.text("secondFactor") {
    case "never": secondFactor = .never
    case "always": secondFactor = .always
    default: throw PlainFailure("secondFactor must be never, always or after")
    }
  }
}

extension SessionInput {
  /// Reads the answer of `/sdk/second-factor` (S26).
  init(factorAnswer object: WireObject) throws(PlainFailure) {
    let event: SecondFactorEvent
    switch try object.text("event") {
    case "SUCCESS": event = .success
    case "PIN_FAIL": event = .pinFail
    case "PIN_BLOCKED": event = .pinBlocked
    case "PENALISED": event = .penalised(try object.seconds("wait") ?? .zero)
    case "BIOMETRICS_FAIL": event = .biometricsFail
    case "BIOMETRICS_REMOVED": event = .biometricsRemoved
    case "ERROR": event = .error(try object.count("code") ?? 51)
    default: throw PlainFailure("the event is unknown")
    }
    self = .secondFactorResult(event, remaining: try object.count("remaining"))
  }

  /// Reads the answer of `/sdk/login`; `nil` if the result comes later.
  static func loginAnswer(_ object: WireObject) throws(PlainFailure) -> SessionInput? {
    switch try object.text("result") {
    case "ok":
      return .loginResult(
        account: try object.optionalObject("account").map(Account.init),
        credentials: try object.optionalText("credentials").map(Secret.init))
    case "failed": return .loginFailed(.coded(try object.count("code") ?? 51))
    case "later": return nil
    default: throw PlainFailure("result must be ok, failed or later")
    }
  }
}

/// One event of `/sdk/events`.
enum SDKEvent: Hashable {
  case logout(nonce: String)
  case accountDeleted(String)
  case loginResult(nonce: String, SessionInput?)
  case biometricsRemoved

  init(_ object: WireObject) throws(PlainFailure) {
    switch try object.text("type") {
    case "logout": self = .logout(nonce: try object.name("nonce"))
    case "account-deleted": self = .accountDeleted(try object.name("account"))
    case "login-result":
      self = .loginResult(nonce: try object.name("nonce"), try .loginAnswer(object))
    case "biometrics-removed": self = .biometricsRemoved
    default: throw PlainFailure("the type of the event is unknown")
    }
  }
}
