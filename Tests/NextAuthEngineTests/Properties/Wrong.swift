@testable import NextAuthEngine

/// A mistake that the machine could make, one for each invariant.
enum Wrong: String, CaseIterable, Sendable {
  case revives = "I1"
  case stopsTwice = "I2"
  case asksInActive = "I3"
  case readyAppLogin = "I4"
  case unconfirmed = "I5"
  case silentVerdict = "I6"
  case silentLogin = "I7"
  case erroneousEnd = "I8"
  case lostAccount = "I9"
  case confirmsAsLogin = "I10"

  /// Makes the mistake, if the step allows it.
  func distort(_ step: inout DeviceStep, _ device: inout Device) {
    for row in step.taken {
      guard let id = row.session, let index = device.index(of: id) else { continue }
      switch (self, row.row.id) {
      case (.revives, .t30): device.sessions[index].record.status = .active
      case (.stopsTwice, .t28): step.callbacks.append(.sessionStop(id, .timedOut))
      case (.asksInActive, .t18):
        step.callbacks.append(.secondFactor(id, SecondFactorReport(.verify, .needed)))
      case (.readyAppLogin, .t7):
        step.callbacks.append(.sessionReadyForUserInteraction(id))
      case (.unconfirmed, .t12):
        device.sessions[index].record.status = .active
        device.sessions[index].record.input = nil
        step.callbacks = [.sessionUpdate(id, .active)]
      case (.silentVerdict, .t19):
        step.callbacks.removeAll { if case .secondFactor = $0 { true } else { false } }
      case (.silentLogin, .t23):
        step.callbacks.removeAll { if case .sessionLogin = $0 { true } else { false } }
      case (.erroneousEnd, .t28): device.sessions[index].record.status = .error
      case (.lostAccount, .t14): device.sessions[index].record.account = nil
      case (.confirmsAsLogin, .t11):
        step.callbacks = [
          .confirmLogin(id, accounts: [], announce: nil, isSecondFactorNeeded: true)
        ]
      default: continue
      }
    }
  }
}
