import FlowHTTP

/// The headers with the policies' decisions in responses, made once for an org.
struct DecisionHeaders: Sendable, Hashable {
  private let rules: [HTTPHeaders.Field]
  private let sessionRules: [HTTPHeaders.Field]
  private let factors: [HTTPHeaders.Field]

  init(_ policy: OrgPolicy) {
    rules = DecisionHeaders.fields(
      "X-Flow-Rule", policy.rules.indices.map { policy.name(ofRule: $0) })
    sessionRules = DecisionHeaders.fields(
      "X-Flow-Session-Rule", policy.sessionRules.indices.map { policy.name(ofSessionRule: $0) })
    factors = (0...3).map { HTTPHeaders.Field("X-Flow-Factors", String($0)) }
  }

  /// The last element is for the default rule.
  private static func fields(_ header: String, _ names: [String]) -> [HTTPHeaders.Field] {
    (names + [OrgPolicy.defaultRule]).map { HTTPHeaders.Field(header, encoded($0)) }
  }

  /// Adds the headers of a transaction; none before a decision.
  func append(_ transaction: Transaction, to headers: inout HTTPHeaders) {
    guard let decision = transaction.decision else { return }
    // Leaves room for a cookie.
    headers.fields.reserveCapacity(headers.fields.count + 4)
    headers.fields.append(DecisionHeaders.field(rules, decision.rule))
    headers.fields.append(DecisionHeaders.field(sessionRules, decision.sessionRule))
    headers.fields.append(factors[transaction.kinds.count])
  }

  private static func field(_ fields: [HTTPHeaders.Field], _ index: Int?) -> HTTPHeaders.Field {
    fields[index ?? fields.count - 1]
  }

  /// Encodes a name for a header: visible ASCII except `%` is unchanged, and everything else is
  /// percent-encoded UTF-8.
  private static func encoded(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The rules that decide for a sign-in, by index; `nil` if none of the org's rules fits.
struct Decision: Sendable, Hashable {
  var rule: Int?
  var sessionRule: Int?
}

extension OrgPolicy {
  /// The name of a rule without a name, and of the default rule.
  static let defaultRule = "default"

  /// Returns the name of the rule that decides for a sign-in.
  func name(ofRule index: Int?) -> String {
    index.flatMap { rules[$0].name } ?? OrgPolicy.defaultRule
  }

  /// Returns the name of the global session policy's rule that decides for a sign-in.
  func name(ofSessionRule index: Int?) -> String {
    index.flatMap { sessionRules[$0].name } ?? OrgPolicy.defaultRule
  }
}
