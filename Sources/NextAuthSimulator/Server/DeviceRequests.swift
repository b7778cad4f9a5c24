import FlowEngine
import FlowHTTP

/// Answers requests about the device and its contents.
struct DeviceRequests: NextAuthPart {
  let turn: NextAuthTurn

  /// Answers `/sdk/device` with the data that the SDK needs before its first call.
  func device() -> JSON {
    [
      "accounts": .array(state.accounts.map(accountJSON)), "factors": factors,
      "configuration": org.device.configuration.json,
      "pushKey": .string(Base64URL.encode(state.pushKey)), "history": .array(history),
    ]
  }

  /// An account of the device as JSON, with a member that says whether it needs no second factor.
  private func accountJSON(_ account: NextAuthOrg.Account) -> JSON {
    var members = account.json.object ?? [:]
    if !needsFactor(account) { members["headless"] = true }
    return .object(members)
  }

  private func needsFactor(_ account: NextAuthOrg.Account) -> Bool {
    org.server(named: account.server)?.secondFactor != .never
  }

  private var factors: JSON {
    let factors = state.factors
    var json: JSONObject = [
      "pin": .bool(factors.pin != nil), "biometric": .bool(factors.hasBiometric),
      "pinBlocked": .bool(factors.isPINBlocked),
    ]
    json["lastInputAgo"] = factors.lastInput.map { .seconds(now - $0) }
    json["lastPinAgo"] = factors.lastPIN.map { .seconds(now - $0) }
    json["biometricUses"] = .integer(factors.biometricUses)
    return .object(json)
  }

  /// The history items, oldest first; their numbers are lower than the numbers of all sessions.
  private var history: [JSON] {
    let past = org.device.history.sorted { $0.age > $1.age }
    let age = now - (state.began ?? now)
    return past.enumerated().map { index, item in
      let account = item.account.flatMap { id in org.accounts.first { $0.id == id } }
      var json: JSONObject = [
        "session": .integer(index - past.count), "status": .string(item.status), "kind": "login",
        "server": .string(account?.server ?? org.servers.first?.name ?? ""),
        "age": .seconds(item.age + age),
      ]
      json["account"] = account.map(\.json)
      return .object(json)
    }
  }

  /// Answers `/sdk/events` with the events that were not reported yet.
  func events() -> JSON {
    let events = state.events
    state.events = []
    return ["events": .array(events.map(DeviceRequests.json(of:)))]
  }

  private static func json(of event: NextAuthState.Event) -> JSON {
    switch event {
    case .logout(let nonce, let isByPing):
      var json: JSONObject = ["type": "logout", "nonce": .string(nonce.text)]
      if isByPing { json["cause"] = "ping" }
      return .object(json)
    case .loginResult(let nonce, let result):
      let head: JSONObject = ["type": "login-result", "nonce": .string(nonce.text)]
      return .object(
        JSONObject(members: head.members + (result.json.object?.members ?? [])))
    case .accountDeleted(let id): return ["type": "account-deleted", "account": .string(id)]
    case .biometricsRemoved: return ["type": "biometrics-removed"]
    }
  }

  /// Answers `/sdk/delete-account`.
  func deleteAccount(_ body: NextAuthBody) throws(HTTPRefusal) -> JSON {
    let id = try body.requiredText("account")
    // If the server has already deleted the account and the SDK doesn't know yet, the request
    // succeeds.
    guard !state.events.contains(.accountDeleted(id)) else { return [:] }
    guard state.accounts.contains(where: { $0.id == id }) else {
      throw HTTPRefusal(
        404, code: "unknown-account", "the device doesn't have this account")
    }
    remove(id)
    return [:]
  }

  /// Removes an account and its sessions from the device.
  ///
  /// With the last account that needs a second factor, the factors are removed too.
  func remove(_ id: String) {
    guard let index = state.accounts.firstIndex(where: { $0.id == id }) else { return }
    let account = state.accounts.remove(at: index)
    state.sessions.removeAll {
      $0.account == id || $0.login?.account == id || $0.offer?.account == id
    }
    if needsFactor(account), !state.accounts.contains(where: needsFactor) { state.factors.clear() }
  }
}

extension NextAuthOrg.Configuration {
  /// The configuration as JSON, with the names of the SDK's documentation and durations in seconds.
  var json: JSON {
    [
      "manuallyStartUserInteraction": .bool(startsManually),
      "automaticallySelectSingleAccountWhenSecondFactorNeeded": .bool(selectsSingleAccount),
      "sessionTimeout": .seconds(sessionTimeout),
      "secondFactorUserInputTimeout": .seconds(inputTimeout),
      "alwaysRequireSecondFactorIfInactiveAppLogin": .bool(requiresWithoutAppLogin),
      "biometricsDisabled": .bool(disablesBiometrics),
      "blockSecondFactorOnPINBlocked": .bool(blocksWhenPINIsBlocked),
      "singleAccount": .bool(hasSingleAccount), "hideVash": .bool(hidesVisualHash),
      "maxNumberSecondFactorWithoutPIN": .integer(maxUsesWithoutPIN),
      "maxTimeSecondFactorWithoutPIN": .seconds(maxTimeWithoutPIN),
      "timeoutAppLogin": .seconds(appLoginTimeout),
      "timeoutInactivityAppLogin": .seconds(appLoginIdle),
      "expiryHistoryItems": .seconds(historyExpiry),
    ]
  }
}
