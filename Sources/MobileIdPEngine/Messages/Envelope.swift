import FlowText
public import FlowEngine

/// A message's command and its parameters, whose values are not checked yet.
///
/// A provider must answer a faulty request, so the return address and the `state` are available
/// even if other parameters are wrong.
public struct Envelope: Sendable, Hashable {
  /// One parameter; the value is `nil` if an escape is broken.
  struct Entry: Sendable, Hashable {
    var name: String
    /// The known parameter with this name; `nil` if messages have no such parameter.
    var parameter: MessageParameter?
    var value: Secret?

    init(name: String, value: Secret?, _ profile: MessageProfile) {
      self.name = name
      self.value = value
      parameter = MessageParameter(name: name, profile)
    }
  }

  /// The receiver's scheme; `nil` for a bundle without an intent.
  public private(set) var scheme: URLScheme?
  /// The command of the message.
  public let command: MessageCommand
  /// The profile with which the message is read.
  public let profile: MessageProfile
  let entries: [Entry]

  /// Makes an envelope from parts that were already read.
  init(
    scheme: URLScheme?, command: MessageCommand, profile: MessageProfile, entries: [Entry]
  ) {
    self.scheme = scheme
    self.command = command
    self.profile = profile
    self.entries = entries
  }

  /// Reads the form of a URL or of an intent.
  ///
  /// A URL has the form `<scheme>://oauth2/v1.0/<command>?<query>` (D10, rows 59, 60).
  ///
  /// - Parameters:
  ///   - url: The URL, or the intent.
  ///   - profile: The profile with which the message is read. A lenient one accepts any case in the
  ///     command.
  /// - Throws: The fault of the form.
  public init(_ url: MessageURL, _ profile: MessageProfile = .strict) throws(MessageFault) {
    if let intent = url.intent {
      self = try Envelope(intent.bundle, profile)
      scheme = intent.receiver
    } else {
      self = try Envelope(text: Array(url.reveal().utf8), profile)
    }
  }

  private init(text bytes: [UInt8], _ profile: MessageProfile) throws(MessageFault) {
    guard bytes.count <= MessageLimits.urlBytes else {
      throw MessageFault(.tooLong, rule: "section 12")
    }
    guard bytes.allSatisfy(PercentCoding.isGraphic), !bytes.contains(UInt8(ascii: "#")),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let scheme = URLScheme(String(decoding: bytes[..<colon], as: UTF8.self))
    else { throw MessageFault(.notURL, rule: "section 5") }
    let head = bytes[colon...].prefix { $0 != UInt8(ascii: "?") }
    guard head.starts(with: Envelope.lead.utf8) else {
      throw MessageFault(.notMessage, rule: "D10, row 59", wanted: Envelope.lead)
    }
    self.scheme = scheme
    self.profile = profile
    command = try Envelope.command(
      String(decoding: head.dropFirst(Envelope.lead.utf8.count), as: UTF8.self), profile)
    entries = try Envelope.entries(bytes[head.endIndex...].dropFirst(), profile)
  }

  /// Reads the form of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: The bundle.
  ///   - profile: The profile with which the message is read.
  /// - Throws: The fault of the form.
  public init(_ bundle: MessageBundle, _ profile: MessageProfile = .strict) throws(MessageFault) {
    guard bundle.entries.count <= MessageLimits.parameters else {
      throw MessageFault(.tooMany, rule: "section 12")
    }
    var size = bundle.command.utf8.count
    for entry in bundle.entries {
      size += entry.name.utf8.count + entry.value.reveal().utf8.count
    }
    guard size <= MessageLimits.urlBytes else {
      throw MessageFault(.tooLong, rule: "section 12")
    }
    scheme = nil
    self.profile = profile
    command = try Envelope.command(bundle.command, profile)
    entries = bundle.entries.map { Entry(name: $0.name, value: $0.value, profile) }
  }

  /// The part of a URL between the scheme and the command.
  static let lead = "://oauth2/v1.0/"

  private static func command(
    _ text: String, _ profile: MessageProfile
  ) throws(MessageFault) -> MessageCommand {
    let name = profile.isLenient ? ASCII.lowered(text.utf8) : text
    guard let command = MessageCommand(rawValue: name) else {
      throw MessageFault(.notMessage, rule: "D10, row 60", wanted: "a known command")
    }
    return command
  }

  private static func entries(
    _ query: ArraySlice<UInt8>, _ profile: MessageProfile
  ) throws(MessageFault) -> [Entry] {
    var entries: [Entry] = []
    for pair in query.split(separator: UInt8(ascii: "&")) {
      guard entries.count < MessageLimits.parameters else {
        throw MessageFault(.tooMany, rule: "section 12")
      }
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = pair[..<equals]
      let value = PercentCoding.decode(pair[equals...].dropFirst()).map(Secret.init)
      // The SDK doesn't decode names, so it doesn't know a name with an escape.
      if profile.isLenient {
        entries.append(Entry(name: String(decoding: name, as: UTF8.self), value: value, profile))
      } else if let name = PercentCoding.decode(name) {
        entries.append(Entry(name: name, value: value, profile))
      } else {
        entries.append(Entry(name: "", value: nil, profile))
      }
    }
    return entries
  }

  /// The value of a parameter.
  ///
  /// - Parameter parameter: The parameter.
  /// - Returns: The value; `nil` if the parameter is missing.
  /// - Throws: A fault if the parameter is repeated (D8) or an escape is broken. Under a lenient
  ///   profile the last occurrence counts.
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

  /// Checks the rules for all parameters, including unknown parameters (D8, row 69).
  ///
  /// Other rules ignore unknown parameters (D9).
  func checkAll() throws(MessageFault) {
    for parameter in MessageParameter.allCases { _ = try value(parameter) }
    guard entries.allSatisfy({ $0.value != nil }) else {
      throw MessageFault(.badEscape, rule: "row 69")
    }
    guard profile.isLenient || Set(entries.map(\.name)).count == entries.count else {
      throw MessageFault(.repeated, rule: "D8")
    }
  }

  /// The value of an optional parameter; `nil` if it is missing or empty.
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

  /// The value of a required parameter, which must not be empty.
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
    // If the parameter exists, it must name a user, so an empty hint doesn't count as missing
    // (section 6).
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

  /// The scheme for the answer to a request, even if the request has other faults.
  ///
  /// It is `nil` if the callback is missing, or if its scheme doesn't belong to a single app
  /// (section 12).
  public var returnAddress: URLScheme? {
    guard let text = try? value(.redirectURI)?.reveal(), let callback = CallbackURI(text),
      !callback.scheme.isShared
    else { return nil }
    return callback.scheme
  }

  /// The `state` for an answer, even if the request has other faults; `nil` if it is missing or
  /// repeated.
  public var state: Secret? { (try? secret(.state)) ?? nil }
}
