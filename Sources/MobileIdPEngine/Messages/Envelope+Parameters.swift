public import FlowEngine

extension Envelope {
  /// The value of a parameter.
  ///
  /// - Parameter parameter: which.
  /// - Returns: The value, `nil` where the parameter isn't there.
  /// - Throws: That it stands there twice (D8; the last one wins where lenient) or is broken.
  func value(_ parameter: MessageParameter) throws(MessageFault) -> Secret? {
    let found = entries.filter { $0.parameter == parameter }
    guard found.count <= 1 || profile.isLenient else {
      throw MessageFault(.repeated, parameter, rule: "D8, row 61")
    }
    guard let last = found.last else { return nil }
    guard let value = last.value else {
      throw MessageFault(.badEscape, parameter, rule: "row 69")
    }
    return value
  }

  /// What holds for all parameters, those that no message has included (D8, row 69); they are
  /// passed over otherwise (D9).
  func checkAll() throws(MessageFault) {
    for parameter in MessageParameter.allCases { _ = try value(parameter) }
    guard entries.allSatisfy({ $0.value != nil }) else {
      throw MessageFault(.badEscape, rule: "row 69")
    }
    guard profile.isLenient || Set(entries.map(\.name)).count == entries.count else {
      throw MessageFault(.repeated, rule: "D8")
    }
  }

  /// A parameter that may be left out; an empty one is as none.
  func optional<Value>(
    _ parameter: MessageParameter, max: Int, wanted: String, rule: String,
    _ read: (String) -> Value?
  ) throws(MessageFault) -> Value? {
    guard let text = try value(parameter)?.reveal(), !text.isEmpty else { return nil }
    guard text.utf8.count <= max else {
      throw MessageFault(.tooLong, parameter, rule: "section 12")
    }
    guard let value = read(text) else {
      throw MessageFault(.malformed, parameter, rule: rule, wanted: wanted)
    }
    return value
  }

  /// A parameter that must be there, and not be empty.
  func required<Value>(
    _ parameter: MessageParameter, max: Int, wanted: String = "", rule: String,
    _ read: (String) -> Value?
  ) throws(MessageFault) -> Value {
    guard
      let value = try optional(parameter, max: max, wanted: wanted, rule: rule, read)
    else {
      throw MessageFault(
        try self.value(parameter) == nil ? .missing : .empty, parameter, rule: rule)
    }
    return value
  }

  func loginHost() throws(MessageFault) -> LoginHost? {
    try optional(
      .loginHost, max: MessageLimits.uriBytes, wanted: "a bare host name",
      rule: "section 6, row 63",
      LoginHost.init)
  }

  func userHint() throws(MessageFault) -> UserHint? {
    let profile = profile
    let wanted = "orgid:userid"
    guard let text = try value(.userHint)?.reveal() else { return nil }
    // A hint that is there says a user: an empty one is not as none (section 6).
    guard text.utf8.count <= MessageLimits.handleBytes, let hint = UserHint(text, profile) else {
      throw MessageFault(.malformed, .userHint, rule: "section 6, row 21", wanted: wanted)
    }
    return hint
  }

  func text(_ parameter: MessageParameter, max: Int = MessageLimits.textBytes)
    throws(MessageFault) -> String?
  {
    try optional(parameter, max: max, wanted: "", rule: "section 5") { $0 }
  }

  func secret(_ parameter: MessageParameter) throws(MessageFault) -> Secret? {
    try optional(
      parameter, max: MessageLimits.handleBytes, wanted: "", rule: "section 5", Secret.init)
  }

  /// Where a request is to be answered, whatever else is wrong with it; `nil` where it is nowhere
  /// (section 12: no callback, or one whose scheme is no app's own).
  public var returnAddress: URLScheme? {
    guard let text = try? value(.redirectURI)?.reveal(), let callback = CallbackURI(text),
      !callback.scheme.isShared
    else { return nil }
    return callback.scheme
  }

  /// The `state` that an answer carries back, whatever else is wrong with the request; `nil`
  /// where there is none, or two of them.
  public var state: Secret? { (try? secret(.state)) ?? nil }
}
