/// A callback as a line of a trace: the name, the session and the content, without secrets.
extension Callback: CustomStringConvertible {
  /// The line, such as `SecondFactor 1 VERIFY PIN_FAIL, 2 left, allowed pin`.
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
  /// The report in words, such as `VERIFY PIN_FAIL, 2 left, allowed pin`.
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
  /// The names of factors, always in the same order.
  static func names(of factors: Set<SecondFactor>) -> String {
    allCases.filter(factors.contains).map(\.rawValue).joined(separator: " and ")
  }
}

extension SessionError {
  /// The error's name, preceded by the error's code if it has a code.
  var word: String { code.map { "\($0) \(name)" } ?? name }
  /// The key of the error's message: the code, or else the name.
  var key: String { code.map { "\($0)" } ?? name }
}

extension Duration {
  /// The duration as scripts write it, rounded up to a whole second, so that waiting for it is long
  /// enough.
  var wholeSeconds: String {
    let (seconds, attoseconds) = components
    return "\(attoseconds > 0 ? seconds + 1 : seconds)s"
  }
}

extension [String] {
  /// Joins these parts and the other parts to one line, without the parts that are `nil`.
  fileprivate func joined(with others: String?...) -> String {
    (self + others.compactMap { $0 }).joined(separator: ", ")
  }
}
