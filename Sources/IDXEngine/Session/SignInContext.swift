import FlowText
import FlowEngine
import FlowHTTP

/// The context of a sign-in that a script sets for a simulated org: zone, device, time and others.
///
/// The first request contains the context in header fields, and the org keeps it for the
/// transaction.
struct SignInContext: Sendable {
  /// The header fields.
  private(set) var headers: [HTTPHeaders.Field] = []
  /// The offset of the org's clock for this sign-in.
  private(set) var clockOffset = Duration.zero
  /// The name of the first parameter that sets the context; `nil` if there is none.
  private(set) var firstName: String?

  /// The parameters and their header fields.
  private static let fields = [
    "app": "X-Flow-App",
    "zone": "X-Flow-Zone", "ip": "X-Flow-IP", "device": "X-Flow-Device", "risk": "X-Flow-Risk",
    "platform": "X-Flow-Platform", "clock": "X-Flow-Clock", "session": "X-Flow-Session",
    "session-state": "X-Flow-Session-State", "remembered": "X-Flow-Remembered",
    "behavior": "X-Flow-Behavior", "posture": "X-Flow-Posture", "unknown": "X-Flow-Unknown",
  ]

  /// The parameters whose values are names, which are sent unchanged.
  private static let namedParameters: Set = [
    "app", "behavior", "ip", "posture", "remembered", "session", "session-state", "unknown", "zone",
  ]

  /// The maximum length of a value in bytes; the server accepts no longer fields.
  static let valueBytesMax = 2048

  /// The maximum offset of a clock: ten years of 365 days.
  static let offsetMax = Duration.seconds(3650 * 86_400)

  /// Takes a parameter if it belongs to the context; its name has hyphens.
  ///
  /// - Returns: Whether the parameter belongs to the context.
  /// - Throws: `EngineFailure.Kind.misused` if it is given twice, or its value can't be sent.
  mutating func take(_ name: String, _ value: Value) throws(EngineFailure) -> Bool {
    guard let field = Self.fields[name] else { return false }
    guard !headers.contains(where: { $0.name == field }) else {
      throw EngineFailure(.misused, "the parameter `\(name)` is given twice")
    }
    if firstName == nil { firstName = name }
    var text = value.revealed
    // An empty text, as in a row of a table, sets nothing.
    guard !text.isEmpty else { return true }
    if name == "clock" {
      guard let offset = Self.offset(value) else {
        throw EngineFailure(
          .misused, "`\(value.shown)` isn't a time by which a clock can be moved",
          help: "write it as `clock = +8h` or `clock = -30d`, with at most ten years")
      }
      clockOffset = offset
      text = Self.text(of: offset)
    } else if !Self.namedParameters.contains(name) {
      text = Naming.normalized(text)
    }
    let isSendable = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isSendable, text.utf8.count <= Self.valueBytesMax else {
      throw EngineFailure(
        .misused, "the parameter `\(name)` can't be sent",
        help: "it must be a line of at most \(Self.valueBytesMax) bytes")
    }
    headers.append(HTTPHeaders.Field(field, text))
    return true
  }

  /// The app to sign in to; `nil` if the script doesn't choose one.
  var app: String? { headers.first { $0.name == Self.fields["app"] }?.value }

  /// Throws if the issuer isn't a simulated org, because it would silently ignore the context.
  func check(_ configuration: IDXConfiguration) throws(EngineFailure) {
    guard let firstName, !configuration.isSimulated else { return }
    throw EngineFailure(
      .simulatedOnly,
      "`\(firstName)` can be set only for a simulated org, not for "
        + configuration.issuer.origin,
      help: "remove it, or run against a simulated org; a real one determines this itself")
  }

  /// Adds the parameter's name to a failure of the first request, if the org refused the parameter.
  func explained(_ failure: EngineFailure) -> EngineFailure {
    guard let text = failure.refusal?.text else { return failure }
    for (name, field) in Self.fields where headers.contains(where: { $0.name == field }) {
      let prefix = "The '\(field)' header "
      guard text.hasPrefix(prefix) else { continue }
      let rest = text.utf8.dropFirst(prefix.utf8.count)
      return EngineFailure(
        .misused, "`\(name)` " + String(decoding: rest, as: UTF8.self),
        help: "`flow names idx` lists the parameters of a sign-in")
    }
    return failure
  }

  // MARK: Durations

  /// Reads a clock offset: a number of seconds, or a duration as in scripts.
  private static func offset(_ value: Value) -> Duration? {
    switch value {
    case .number(let seconds): offset(seconds: seconds)
    case .text(let text):
      WrittenDuration.fractional(text, bare: 1000).flatMap { offset(seconds: $0 / 1000) }
    case .secret, .boolean, .list: nil
    }
  }

  private static func offset(seconds: Double) -> Duration? {
    let milliseconds = seconds * 1000
    guard abs(milliseconds) <= Double(offsetMax.components.seconds) * 1000 else { return nil }
    return .milliseconds(Int64(milliseconds.rounded()))
  }

  /// Writes a duration with its sign, in whole seconds if it has no fraction.
  private static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let sign = milliseconds < 0 ? "-" : "+"
    let size = milliseconds.magnitude
    return size % 1000 == 0 ? "\(sign)\(size / 1000)s" : "\(sign)\(size)ms"
  }
}

extension IDXConfiguration {
  /// Whether the issuer can be a simulated org.
  ///
  /// A simulated org is in this process, or on this machine over plain http. Okta's issuers never
  /// are.
  var isSimulated: Bool { isInProcess || issuer.scheme == .http && issuer.isLoopback }
}
