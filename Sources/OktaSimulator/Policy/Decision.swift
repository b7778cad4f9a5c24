import FlowHTTP

/// What the policies decided of a sign-in, as responses tell it: made once for an org.
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

  /// The last one is that of no rule.
  private static func fields(_ header: String, _ names: [String]) -> [HTTPHeaders.Field] {
    (names + [OrgPolicy.defaultRule]).map { HTTPHeaders.Field(header, encoded($0)) }
  }

  /// The headers of a transaction; none before anything was decided.
  func append(_ transaction: Transaction, to headers: inout HTTPHeaders) {
    guard let decision = transaction.decision else { return }
    // With room for a cookie.
    headers.fields.reserveCapacity(headers.fields.count + 4)
    headers.fields.append(DecisionHeaders.field(rules, decision.rule))
    headers.fields.append(DecisionHeaders.field(sessionRules, decision.sessionRule))
    headers.fields.append(factors[transaction.kinds.count])
  }

  private static func field(_ fields: [HTTPHeaders.Field], _ index: Int?) -> HTTPHeaders.Field {
    fields[index ?? fields.count - 1]
  }

  /// A name as a header carries it: visible letters of ASCII but `%` stand for themselves, all else is
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

/// Which rules decide of a sign-in, by index; `nil` where none of the org's fits.
struct Decision: Sendable, Hashable {
  var rule: Int?
  var sessionRule: Int?
}

extension OrgPolicy {
  /// What a rule without a name is called, and what decides where none fits.
  static let defaultRule = "default"

  /// What rule decides of a sign-in, by name.
  func name(ofRule index: Int?) -> String {
    index.flatMap { rules[$0].name } ?? OrgPolicy.defaultRule
  }

  /// What global session policy decides of a sign-in, by name.
  func name(ofSessionRule index: Int?) -> String {
    index.flatMap { sessionRules[$0].name } ?? OrgPolicy.defaultRule
  }
}
