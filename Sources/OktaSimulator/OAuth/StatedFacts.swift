import FlowHTTP

/// The facts that a header field of `interact` states: `X-Flow-Unknown: a; b`.
struct StatedFacts {
  /// The facts that hold, as a bit set.
  private(set) var holding: UInt64 = 0

  /// The maximum number of names that an error message lists.
  private static let namesMax = 10

  /// Reads a header field.
  ///
  /// If the org has no fact of this type, any value is accepted and ignored.
  ///
  /// - Parameters:
  ///   - field: The field: `X-Flow-Behavior`, `X-Flow-Posture` or `X-Flow-Unknown`.
  ///   - policy: The policies of the org.
  /// - Throws: `invalid_request` if the org doesn't have one of the facts.
  init(_ field: HTTPHeaders.Field, _ policy: OrgPolicy) throws(HTTPRefusal) {
    let header: String
    let what: String
    let known: [String]
    let bits: (String) -> UInt64?
    switch field.name.lowercased() {
    case "x-flow-posture":
      header = "X-Flow-Posture"
      what = "checks of this org"
      known = policy.checks.map(\.words)
      bits = { text in
        guard let check = DeviceCheck(words: text) else { return nil }
        let bits = policy.facts(of: check)
        if case .other = check, bits == 0 { return nil }
        return bits
      }
    case let name:
      let isBehavior = name == "x-flow-behavior"
      header = isBehavior ? "X-Flow-Behavior" : "X-Flow-Unknown"
      what = isBehavior ? "behaviors of this org" : "unknown conditions of this org"
      known = (isBehavior ? policy.behaviors : policy.unknowns.filter(\.isUnknown)).map(\.name)
      bits = { text in
        let content = isBehavior ? UnknownFact.Content.behavior(text) : .unknown(text)
        return policy.unknowns.firstIndex { $0.content == content }.map { 1 << UInt64($0) }
      }
    }
    guard !known.isEmpty else { return }
    for part in field.value.split(separator: UnknownFact.separator) {
      let text = String(decoding: part.utf8.trimmed, as: UTF8.self)
      guard let bits = bits(text) else {
        let names = known.prefix(Self.namesMax).joined(separator: "; ")
        throw ContextHeaders.malformed(header, "\(what), which are \(names)")
      }
      holding |= bits
    }
  }
}

extension Substring.UTF8View {
  /// The bytes without leading and trailing spaces.
  var trimmed: Substring.UTF8View {
    var rest = self
    while rest.first == 0x20 { rest = rest.dropFirst() }
    while rest.last == 0x20 { rest = rest.dropLast() }
    return rest
  }
}
