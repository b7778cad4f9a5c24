import FlowEngine

/// What happens in the world.
extension Device {
  /// Tells what a server has answered for a session, or that it has ended it.
  public mutating func hear(_ id: SessionID, _ input: SessionInput) -> DeviceStep {
    var step = DeviceStep()
    feed(id, input, &step)
    settle(&step)
    return step
  }

  /// Tells the time; what is before the latest time counts as that.
  ///
  /// - Parameter time: The time since the start of 1970.
  /// - Returns: The step; an empty one where no time has passed.
  public mutating func advance(to time: Duration) -> DeviceStep {
    var step = DeviceStep()
    guard time > now else { return step }
    now = time
    for session in sessions where !session.record.status.isFinal {
      feed(session.id, .clock, &step)
    }
    settle(&step)
    return step
  }

  /// Tells that the device's own biometrics have changed: they are no factor any more.
  public mutating func removeBiometrics() { factors.apply(.removedBiometric, at: now) }

  /// Takes what a push message holds, once (S5).
  ///
  /// - Parameter message: The message.
  /// - Returns: The step; with a session where it has begun one.
  public mutating func take(_ message: PushMessage) -> DeviceStep {
    var step = DeviceStep()
    var isIdle = false
    if pushMessages.contains(message.id) {
      isIdle = true
    } else {
      pushMessages.append(message.id)
      if pushMessages.count > DeviceLimits.pushMessages { pushMessages.removeFirst() }
      switch message.content {
      case .session(let payload):
        if live(payload.nonce) == nil { return start(payload, origin: .push) }
        isIdle = true
      case .logout(let nonce):
        guard let id = live(nonce) else { break }
        step = hear(id, .serverLogout)
      case .removal(let account): step = delete(account, byServer: true)
      case .message: break
      }
    }
    let row = SessionTransition.Taken(.t4, from: .absent, to: .absent)
    if isIdle || step.taken.isEmpty { step.taken.append(.init(session: nil, row: row)) }
    return step
  }

  // MARK: Parts

  /// Tells one session something, and does what comes of it.
  mutating func feed(_ id: SessionID, _ input: SessionInput, _ step: inout DeviceStep) {
    guard let index = index(of: id) else { return }
    let result = SessionMachine.reduce(sessions[index], input, environment(of: id))
    sessions[index] = result.session
    if let failure = result.failure { step.failure = failure }
    apply(result, &step)
  }

  mutating func apply(_ result: SessionStep, _ step: inout DeviceStep) {
    let id = result.session.id
    for row in result.taken { step.taken.append(.init(session: id, row: row)) }
    for effect in result.effects {
      switch effect {
      case .callback(let callback): step.callbacks.append(callback)
      case .fetchServerInfo: step.requests.append(.serverInfo(id))
      case .verifyFactor(let context, let pin, let biometric):
        step.requests.append(.secondFactor(id, context, pin: pin, biometric: biometric))
      case .authenticate: step.requests.append(.login(id))
      case .tellAbort: step.requests.append(.abort(id))
      case .tellLogout: step.requests.append(.logout(id))
      case .changeFactors(let change): factors.apply(change, at: now)
      case .commitAccount(let account, let isHeadless): keep(account, isHeadless)
      case .history(let item): note(item)
      }
    }
    if result.session.isHeld, !held.contains(id) { held.append(id) }
  }

  /// Lets those go on that were held, in their order, while no other session takes input.
  mutating func settle(_ step: inout DeviceStep) {
    while let first = held.first {
      guard let session = self[first], session.isHeld, !session.record.status.isFinal else {
        held.removeFirst()
        continue
      }
      guard !environment(of: first).isInputTaken else { return }
      held.removeFirst()
      feed(first, .turn, &step)
    }
  }

  private mutating func keep(_ account: Account, _ isHeadless: Bool) {
    accounts.append(account)
    if isHeadless { headless.insert(account.id) }
  }

  private mutating func note(_ item: HistoryItem) {
    if let index = items.lastIndex(where: { $0.session == item.session }) {
      items[index] = item
      return
    }
    items.append(item)
    if items.count > DeviceLimits.historyItems { items.removeFirst() }
  }
}
