import FlowText
import FlowHTTP
import SimulatorKit

/// A script's parameters for an event from outside, by name; an invalid one is refused.
struct OfferParameters {
  private let members: JSONObject
  private let event: String

  /// Reads the parameters.
  ///
  /// - Parameters:
  ///   - body: The request's body.
  ///   - event: The event's name in scripts.
  ///   - names: The accepted parameters.
  /// - Throws: `HTTPRefusal` for the first parameter that isn't accepted.
  init(
    _ body: NextAuthBody, of event: String, taking names: [String]
  ) throws(HTTPRefusal) {
    members = body.members
    self.event = event
    for member in members.members where !names.contains(member.name) {
      // The help omits the two parameters that the engine itself sends.
      let written = names.filter { !["kind", "by"].contains($0) }.map { "`\($0)`" }
      let taken = written.isEmpty ? "nothing" : written.joined(separator: ", ")
      throw .parameter(
        "`\(member.name.prefix(100))` isn't a parameter of `\(event)`, which takes \(taken)")
    }
  }

  /// A text parameter, neither empty nor too long; `nil` if it isn't given.
  func text(_ name: String, limit: Int = NextAuthLimits.name) throws(HTTPRefusal) -> String? {
    switch members[name] {
    case nil, .null?: return nil
    case .string(let text)? where !text.isEmpty && text.utf8.count <= limit: return text
    default: throw .parameter("`\(name)` of `\(event)` must be a text of 1 to \(limit) bytes")
    }
  }

  /// One of several words; `nil` if it isn't given.
  ///
  /// - Parameters:
  ///   - name: The parameter.
  ///   - words: The words.
  ///   - old: The current words, by their old spellings.
  /// - Returns: The word in its current spelling.
  /// - Throws: `HTTPRefusal` if it isn't one of the words.
  func choice(
    _ name: String, _ words: [String], old: [String: String] = [:]
  ) throws(HTTPRefusal) -> String? {
    guard let given = try text(name) else { return nil }
    let text = old[given] ?? given
    guard words.contains(text) else {
      throw .parameter(
        "`\(name)` of `\(event)` is \(words.map { "`\($0)`" }.joined(separator: " or "))")
    }
    return text
  }

  /// A Boolean parameter, as a Boolean or a text; `false` if it isn't given.
  func flag(_ name: String) throws(HTTPRefusal) -> Bool {
    switch members[name] {
    case nil, .null?: return false
    case .bool(let value)?: return value
    case .string("true")?, .string("on")?: return true
    case .string("false")?, .string("off")?: return false
    default: throw .parameter("`\(name)` of `\(event)` must be `true` or `false`")
    }
  }

  /// A duration in seconds or as a text such as `10m`; zero if it isn't given.
  func duration(_ name: String) throws(HTTPRefusal) -> Duration {
    let longest = SettingTime.longest
    var duration: Duration?
    switch members[name] {
    case nil, .null?: return .zero
    case .integer(let seconds)?: duration = Int64(seconds) <= 1 << 40 ? .seconds(seconds) : nil
    case .double(let seconds)?:
      duration = seconds.isFinite && abs(seconds) <= 0x1p40 ? .seconds(seconds) : nil
    case .string(let text)?:
      duration = WrittenDuration.milliseconds(
        Array(text.utf8)[...], digitsMax: 12
      ).map { .milliseconds($0) }
    default: break
    }
    guard let duration, duration >= .zero, duration <= longest else {
      throw .parameter("`\(name)` of `\(event)` must be a time such as `10m`, at most ten years")
    }
    return duration
  }
}
