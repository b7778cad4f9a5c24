import FlowEngine
import SimulatorKit

/// Reads the session in a user's browser, with earlier verifications: `session password, email 2h
/// ago, in use`.
struct SessionLine {
  private let line: SettingLine
  private let draft: OrgDraft

  init(_ line: SettingLine, of draft: OrgDraft) {
    self.line = line
    self.draft = draft
  }

  func read(into account: inout Account) {
    guard let session = session() else { return }
    account.session = session
    let enrolled = account.enrollments(among: draft.policy.authenticators).reduce(
      into: Methods()
    ) { $0.formUnion($1.methods) }
    // A passkey always counts as enrolled here, because passkeys are made only when the org runs.
    let known = enrolled.union(.webauthn)
    guard session.methods.isDisjoint(with: known) else { return }
    line.report(
      SettingProblem(
        .value, "`\(account.login)` has nothing enrolled that a session could have verified",
        at: line.place))
  }

  private func session() -> Account.SessionSetting? {
    var values = line.values
    var age = Duration.zero
    let staysSignedIn = values.last?.compactMap(\.word) == ["kept"]
    if staysSignedIn { values.removeLast() }
    let isInUse = values.last?.compactMap(\.word) == ["in", "use"]
    if isInUse { values.removeLast() }
    if let last = values.last, last.last?.word == "ago" {
      let start = last.firstIndex { $0.word == nil } ?? last.count - 1
      guard start > 0, let span = SettingTime.span(last[start..<(last.count - 1)]) else {
        line.malformed(at: last[max(start, 0)])
        return nil
      }
      age = span
      values[values.count - 1] = Array(last[..<start])
    }
    var methods = Methods()
    for terms in values {
      guard let first = terms.first,
        let authenticator = line.reader.authenticator(first, of: draft.policy),
        let named = line.reader.methods(
          terms.dropFirst(), of: authenticator, allowed: draft.policy.methods(of: authenticator))
      else { return nil }
      methods.formUnion(named)
    }
    guard !methods.isEmpty else {
      line.malformed()
      return nil
    }
    return Account.SessionSetting(
      methods: methods, age: age, isInUse: isInUse, staysSignedIn: staysSignedIn)
  }
}
