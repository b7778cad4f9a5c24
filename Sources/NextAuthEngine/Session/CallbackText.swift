/// A callback as a line of a trace: its name, its session and its content, without secrets.
extension Callback: CustomStringConvertible {
  /// The line: `SecondFactor 1 VERIFY PIN_FAIL, 2 left, allowed pin`.
  public var description: String {
    switch self {
    case .sessionUpdate(let id, let status): "SessionUpdate \(id.number) \(status.rawValue)"
    case .sessionReadyForUserInteraction(let id): "SessionReadyForUserInteraction \(id.number)"
    case .confirmLogin(let id, let accounts, let announce, let isNeeded):
      ["ConfirmLogin \(id.number) \(Callback.names(of: accounts))"]
        .joined(
          with: isNeeded ? "second factor needed" : nil,
          announce.map { "announces \(Callback.keys(of: $0))" })
    case .confirmEnrol(let id, let account, let existing, let visualHash):
      ["ConfirmEnrol \(id.number) \(account.displayName)"]
        .joined(
          with: existing.isEmpty ? nil : "existing \(Callback.names(of: existing))",
          visualHash.map { "visual hash \($0)" })
    case .secondFactor(let id, let report): "SecondFactor \(id.number) \(report)"
    case .sessionLogin(let id, let history): "SessionLogin \(id.number) \(history.rawValue)"
    case .userErrorMessage(let id, let error):
      "UserErrorMessage \(id.map { "\($0.number)" } ?? "-") \(error.word)"
    case .sessionStop(let id, let reason): "SessionStop \(id.number) \(reason.rawValue)"
    }
  }

  private static func names(of accounts: [Account]) -> String {
    accounts.map(\.displayName).joined(separator: " or ")
  }

  private static func keys(of info: ShownInfo) -> String {
    ((info.logo == nil ? [] : ["logo"]) + info.texts.map(\.key)).joined(separator: " and ")
  }
}

extension SecondFactorReport: CustomStringConvertible {
  /// The report: `VERIFY PIN_FAIL, 2 left, allowed pin`.
  public var description: String {
    var wait: String?
    if case .penalised(let duration) = event { wait = "for \(duration.wholeSeconds)" }
    if case .error(let code) = event { wait = "\(code)" }
    return ["\(context.rawValue) \(event.name)"].joined(
      with: wait, remaining.map { "\($0) left" },
      allowed.isEmpty ? nil : "allowed \(SecondFactor.names(of: allowed))",
      required.isEmpty ? nil : "required \(SecondFactor.names(of: required))")
  }
}

extension SecondFactor {
  /// The factors in their default order, in words.
  static func names(of factors: Set<SecondFactor>) -> String {
    allCases.filter(factors.contains).map(\.rawValue).joined(separator: " and ")
  }
}

extension SessionError {
  /// Its code if the documentation has one, and its name.
  var word: String { code.map { "\($0) \(name)" } ?? name }
  /// The key of its message: its code, or else its name.
  var key: String { code.map { "\($0)" } ?? name }
}

extension Duration {
  /// The duration as scripts write it, rounded up to a whole second, so that waiting for it is
  /// enough.
  var wholeSeconds: String {
    let (seconds, attoseconds) = components
    return "\(attoseconds > 0 ? seconds + 1 : seconds)s"
  }
}

extension [String] {
  /// Joins these parts and the others that exist to one line.
  fileprivate func joined(with others: String?...) -> String {
    (self + others.compactMap { $0 }).joined(separator: ", ")
  }
}
