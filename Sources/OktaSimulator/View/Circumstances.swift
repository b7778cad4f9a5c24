public import FlowHTTP
public import FlowText

/// The circumstances of the sign-ins that begin from now on: the zone, the device, the risk, the
/// time and so on.
///
/// They are for clients that don't send the headers `X-Flow-Zone`, `X-Flow-Risk` and so on. The
/// headers of a request take precedence.
public struct Circumstances: Sendable, Hashable {
  /// The name of a circumstance.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    case zone
    case risk
    case device
    case platform
    case clock
    /// The behaviors of the sign-in.
    case behavior
    /// The checks of device assurance policies that the device fulfills.
    case posture
    /// The reasons of the unknown conditions that hold.
    case unknown

    /// The header that states the circumstance.
    fileprivate var header: String {
      "X-Flow-" + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }

  /// The maximum length of a value in bytes.
  ///
  /// Several zones with long names fit.
  private static let valueBytesMax = 500

  private var values: [Name: String] = [:]

  /// Creates circumstances without any value.
  public init() {}

  /// The value of a circumstance; `nil` if it isn't set.
  public subscript(name: Name) -> String? { values[name] }

  /// Whether no circumstance is set.
  public var isEmpty: Bool { values.isEmpty }

  /// Sets a circumstance.
  ///
  /// - Parameters:
  ///   - name: The circumstance.
  ///   - value: The value, in the format of the header; `nil` removes the circumstance.
  ///   - org: The org to whose sign-ins the circumstance applies.
  /// - Throws: `PlainFailure` if the org doesn't accept the value.
  public mutating func set(
    _ name: Name, to value: String?, in org: Org
  ) throws(PlainFailure) {
    guard let value else {
      values[name] = nil
      return
    }
    let isText = value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard isText, !value.isEmpty, value.utf8.count <= Circumstances.valueBytesMax else {
      throw PlainFailure("`\(name.rawValue)` takes \(Circumstances.forms(of: name, in: org))")
    }
    let needs: [Name: String] = [
      .unknown: "no condition of the org is unknown", .behavior: "no rule names a behavior",
      .posture: "the org has no checks of devices",
    ]
    if let need = needs[name], Circumstances.choices(of: name, in: org).isEmpty {
      throw PlainFailure(need)
    }
    guard name != .zone || !org.policy.zones.isEmpty else {
      throw PlainFailure("the org has no zones, so `zone` can't be `\(value.prefix(100))`")
    }
    do throws(HTTPRefusal) {
      _ = try ContextHeaders(
        HTTPHeaders(fields: [HTTPHeaders.Field(name.header, value)]), org.policy)
    } catch {
      throw PlainFailure(
        "`\(name.rawValue)` takes \(Circumstances.forms(of: name, in: org)), "
          + "not `\(value.prefix(100))`")
    }
    values[name] = value
  }

  /// Returns the possible values of a circumstance.
  ///
  /// For the clock, returns examples.
  public static func choices(of name: Name, in org: Org) -> [String] {
    switch name {
    case .zone: org.policy.zones.map(\.name)
    case .risk: SignInContext.Risk.words.map(\.word)
    case .device: SignInContext.Device.words.map(\.word)
    case .platform: SignInContext.Platform.words.map(\.word)
    case .behavior: org.policy.behaviors.map(\.name)
    case .posture: org.policy.checks.map(\.words)
    case .unknown: org.policy.unknowns.filter(\.isUnknown).map(\.name)
    case .clock: ["+1h", "+8h", "+1d", "+30d", "+90d", "-8h"]
    }
  }

  private static func forms(of name: Name, in org: Org) -> String {
    guard name != .clock else { return "a duration such as +8h, -30m or +10d" }
    let words = choices(of: name, in: org)
    return words.isEmpty ? "a name" : words.joined(separator: ", ")
  }

  /// Parses an offset such as `+8h`, `-30m`, `10d`, or a number of seconds.
  ///
  /// Returns `nil` if it isn't valid or is longer than ten years.
  public static func duration(_ text: String) -> Duration? { ContextHeaders.offset(text) }

  /// Adds the headers of circumstances that a request doesn't state.
  ///
  /// - Parameter headers: The headers of the request.
  public func complete(_ headers: inout HTTPHeaders) {
    guard !values.isEmpty else { return }
    for name in Name.allCases {
      guard let value = values[name], headers[name.header] == nil else { continue }
      // The request's address already determines the zone.
      if name == .zone, headers["X-Flow-IP"] != nil { continue }
      headers.fields.append(HTTPHeaders.Field(name.header, value))
    }
  }
}
