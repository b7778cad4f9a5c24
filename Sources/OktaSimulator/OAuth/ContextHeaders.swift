import SimulatorKit
import FlowText
import FlowEngine
import FlowHTTP

/// The circumstances of a sign-in, as the headers of `interact` state them: zone, device, clock and
/// so on.
///
/// A simulated org has no network or devices to examine, so the client states the circumstances.
struct ContextHeaders: Sendable, Hashable {
  var context = SignInContext()
  /// The login of the user whose session the browser has; `nil` if the headers name none.
  var session: String?
  /// The verifications in the session; `nil` for the verifications in the user's settings.
  var sessionState: Account.SessionSetting?
  /// The login of the user that the device is remembered for; `nil` if the headers name none.
  var remembered: String?

  /// The maximum offset of the clock: ten years.
  ///
  /// It prevents overflows.
  static let farthest: Duration = .seconds(3650 * 86_400)

  /// Reads the headers of a request.
  ///
  /// - Parameters:
  ///   - headers: The headers.
  ///   - policy: The policies of the org.
  ///   - app: The name of the app that the client belongs to; `nil` if the org has a single app.
  /// - Throws: `invalid_request` if a header isn't valid.
  init(
    _ headers: HTTPHeaders, _ policy: OrgPolicy, app: String? = nil
  ) throws(HTTPRefusal) {
    var address: IPAddress?
    var forwarded: IPAddress?
    for field in headers.fields where Self.isExtension(field.name) {
      switch field.name.lowercased() {
      case "x-flow-app":
        guard field.value == app ?? policy.app.label else {
          throw Self.malformed("X-Flow-App", "the app of the client id")
        }
      case "x-flow-zone": context.zones |= try Self.zones(field, policy)
      case "x-flow-ip":
        address = IPAddress(field.value)
        if address == nil {
          throw Self.malformed("X-Flow-IP", "an address of IPv4 or IPv6")
        }
      case "x-forwarded-for":
        // The first address is the origin of the request. The header may contain any text.
        let first = field.value.utf8.prefix { $0 != UInt8(ascii: ",") }
        forwarded = IPAddress(String(decoding: first, as: UTF8.self))
      case "x-flow-device":
        context.device = try Self.one(field, SignInContext.Device.words, "X-Flow-Device")
        if context.device == .managed { context.device.insert(.registered) }
      case "x-flow-risk":
        context.risk = try Self.one(field, SignInContext.Risk.words, "X-Flow-Risk")
      case "x-flow-platform":
        context.platform = try Self.one(field, SignInContext.Platform.words, "X-Flow-Platform")
      case "x-flow-behavior", "x-flow-posture", "x-flow-unknown":
        context.unknowns.holding |= try StatedFacts(field, policy).holding
      case "x-flow-clock":
        guard let offset = Self.offset(field.value) else {
          throw Self.malformed("X-Flow-Clock", "a duration such as +8h, -30m or +10d")
        }
        context.clock = offset
      case "x-flow-session": session = field.value
      case "x-flow-session-state":
        sessionState = Account.SessionSetting(field.value)
        if sessionState == nil {
          throw Self.malformed(
            "X-Flow-Session-State", "what was verified and when: password, email 5h ago, in use")
        }
      case "x-flow-remembered": remembered = field.value
      default: break
      }
    }
    guard sessionState == nil || session != nil else {
      throw Self.malformed("X-Flow-Session-State", "no value without an X-Flow-Session")
    }
    if let address = address ?? forwarded { context.zones |= policy.zones(of: address) }
  }

  /// Whether a name begins with `X-`.
  ///
  /// All headers that this type reads begin with `X-`. Few other headers do.
  private static func isExtension(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, first | 0x20 == UInt8(ascii: "x") else { return false }
    return bytes.dropFirst().first == UInt8(ascii: "-")
  }

  static func malformed(_ name: String, _ form: String) -> HTTPRefusal {
    .invalidRequest("The '\(name)' header takes \(form).")
  }

  private static func one<Value>(
    _ field: HTTPHeaders.Field, _ words: [(word: String, value: Value)], _ name: String
  ) throws(HTTPRefusal) -> Value {
    let word = field.value.lowercased()
    guard let found = words.first(where: { $0.word == word }) else {
      throw malformed(name, "one of " + words.map(\.word).joined(separator: ", "))
    }
    return found.value
  }

  private static func zones(
    _ field: HTTPHeaders.Field, _ policy: OrgPolicy
  ) throws(HTTPRefusal) -> UInt64 {
    // If no rule refers to zones, any zone is accepted and ignored.
    guard !policy.zones.isEmpty else { return 0 }
    var bits: UInt64 = 0
    var parts = field.value.split(separator: ",", omittingEmptySubsequences: false)[...]
    while !parts.isEmpty {
      guard let (index, count) = zone(atStartOf: parts, policy) else {
        let names = policy.zones.map(\.name).joined(separator: ", ")
        throw malformed("X-Flow-Zone", "zones of this org, which are \(names)")
      }
      bits |= 1 << UInt64(index)
      parts = parts.dropFirst(count)
    }
    return bits
  }

  /// Returns the zone whose name begins a list of parts; `nil` if there is none.
  ///
  /// The name of a zone may contain commas, so it can consist of several parts. `count` is their
  /// number.
  private static func zone(
    atStartOf parts: ArraySlice<Substring>, _ policy: OrgPolicy
  ) -> (index: Int, count: Int)? {
    for count in (1...min(parts.count, commasMax)).reversed() {
      let text = parts.prefix(count).joined(separator: ",")
      let name = String(decoding: text[...].utf8.trimmed, as: UTF8.self)
      if let index = policy.zones.firstIndex(where: { $0.name == name }) { return (index, count) }
    }
    return nil
  }

  /// The maximum number of parts between commas in the name of a zone.
  private static let commasMax = 8

  private static let offsetUnits = WrittenDuration.units.merging(["": 1000]) { $1 }

  /// Parses an offset such as `+8h`, `-30m`, `+10d`, or a number of seconds; `nil` if it isn't
  /// valid.
  static func offset(_ text: String) -> Duration? {
    var bytes = Array(text.utf8)[...]
    let isBack = bytes.first == UInt8(ascii: "-")
    if isBack || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
    // The maximum offset has 12 digits in milliseconds.
    let read = WrittenDuration.milliseconds(bytes, digitsMax: 12, units: offsetUnits)
    guard let milliseconds = read, milliseconds <= farthest.components.seconds * 1000 else {
      return nil
    }
    return .milliseconds(isBack ? -milliseconds : milliseconds)
  }
}
