import FlowHTTP

/// The response headers that name the deciding rules.
///
/// The headers are made once for each org.
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

  /// Returns a header field for each name, and as the last element a field for the default rule.
  private static func fields(_ header: String, _ names: [String]) -> [HTTPHeaders.Field] {
    (names + [OrgPolicy.defaultRule]).map { HTTPHeaders.Field(header, encoded($0)) }
  }

  /// Adds the headers of a transaction.
  ///
  /// Adds none if no rules have decided yet.
  func append(_ transaction: Transaction, to headers: inout HTTPHeaders) {
    guard let decision = transaction.decision else { return }
    // Reserves one more element for a cookie.
    headers.fields.reserveCapacity(headers.fields.count + 4)
    headers.fields.append(DecisionHeaders.field(rules, decision.rule))
    headers.fields.append(DecisionHeaders.field(sessionRules, decision.sessionRule))
    headers.fields.append(factors[transaction.kinds.count])
  }

  private static func field(_ fields: [HTTPHeaders.Field], _ index: Int?) -> HTTPHeaders.Field {
    fields[index ?? fields.count - 1]
  }

  /// Encodes the name of a rule for a header.
  ///
  /// Visible ASCII characters except `%` are unchanged. All other characters are percent-encoded
  /// UTF-8.
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

/// The indices of the rules that decide for a sign-in; `nil` if no rule of the policy fits.
struct Decision: Sendable, Hashable {
  var rule: Int?
  var sessionRule: Int?
}

extension OrgPolicy {
  /// The name for the default rule and for rules without a name.
  static let defaultRule = "default"

  /// Returns the name of a sign-on rule; `nil` stands for the default rule.
  func name(ofRule index: Int?) -> String {
    index.flatMap { rules[$0].name } ?? OrgPolicy.defaultRule
  }

  /// Returns the name of a rule in the global session policy; `nil` stands for the default rule.
  func name(ofSessionRule index: Int?) -> String {
    index.flatMap { sessionRules[$0].name } ?? OrgPolicy.defaultRule
  }
}
