import FlowDiagnostics
import FlowSyntax

/// Finds rules of one body that can never fire, with the rule that always answers first.
///
/// An earlier rule E shadows a later rule L if E applies whenever L applies. That is true if all of
/// these conditions are met:
///
/// - E has no condition and no limit, so it is never skipped for one. It also has no `poll … for`,
///   whose end leaves the step to the rules after it.
/// - E's pattern covers L's. Its step is `any`, L's step, or a prefix of it that ends at a hyphen.
///   Its subject and method are L's or omitted. Different rules may cover the different patterns of
///   L.
/// - E's first action is possible whenever L's is, because the first action decides:
///   - `stop`, `fail` and a `prompt` for the whole step are always possible.
///   - `submit`, `skip`, `cancel`, `deny`, `resend`, `recover`, `send`, `follow` and `poll` cover
///     the same action. `submit` is also possible whenever fields can be answered.
///   - `choose` covers a `choose` whose options are the first ones of E's, with the same methods
///     and no fields. A rule is skipped if its first offered option is already in progress, so both
///     must come to the same option.
///   - `answer` and `prompt` cover a rule if L requires every field that E requires. A field that
///     isn't a credential counts only if E prompts for it or both give it the same value. L may
///     exist because the field doesn't accept E's value.
/// - L doesn't test the server's messages. Only a rule that does so answers an error, so E isn't
///   tried before it there.
///
/// A rule that begins with `say`, `expect`, `wait` or `meanwhile` shadows nothing. A label that
/// contains names never equals another, and synonyms (`okta_email`, `email`) count as different. So
/// the finder may miss a rule, but its reports are certain.
///
/// Each rule costs a few look-ups, however many there are: what a rule covers is stored under
/// the numbers of its pattern and its first action.
struct ShadowFinder {
  private var table = NumberTable()
  private var earlier: [SourceRange] = []
  /// The patterns that would cover the current one and that an earlier rule has.
  private var covering = KeyList()
  private var keys: ActionKeys
  private let patterns: PatternKeys
  private var prefixes: StepPrefixes

  init(_ numbers: NameTable) {
    keys = ActionKeys(numbers)
    patterns = PatternKeys(numbers)
    prefixes = StepPrefixes(numbers)
  }

  /// Removes the rules of the last body.
  mutating func reset() {
    table.removeAll()
    earlier.clear()
  }

  /// Adds the next rule of a body.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - first: Its first action.
  ///   - asksForMessages: Whether its condition tests the server's messages.
  ///   - bytes: The script.
  /// - Returns: The range of the rule that shadows it; `nil` if none does.
  mutating func consider(
    _ rule: Rule, _ first: Action, asksForMessages: Bool, _ bytes: [UInt8]
  ) -> SourceRange? {
    let mayCover = rule.condition == nil && rule.limit == nil
    let mayBeCovered = !asksForMessages && isCovered(rule, bytes)
    guard mayCover || mayBeCovered else { return nil }
    keys.read(first, bytes)
    if mayBeCovered, let found = shadow(of: rule, bytes) { return earlier[Int(found)] }
    if mayCover, !keys.covers.isEmpty, !rule.stepsAside { insert(rule, bytes) }
    return nil
  }

  private mutating func insert(_ rule: Rule, _ bytes: [UInt8]) {
    let number = Int32(truncatingIfNeeded: earlier.count)
    earlier.append(rule.range)
    for index in rule.patterns.indices {
      guard let key = patterns.own(rule.patterns[index], bytes) else { continue }
      table.insert(key, .none, number)
      for cover in 0..<keys.covers.count {
        table.insert(key, keys.covers[cover], number)
      }
    }
  }

  /// The rule that covers the first pattern, if every pattern is covered by some rule.
  private mutating func shadow(of rule: Rule, _ bytes: [UInt8]) -> Int32? {
    var found: Int32?
    for index in rule.patterns.indices {
      // The covering patterns of a single pattern are already computed.
      if rule.patterns.count > 1 { findCovering(rule.patterns[index], bytes) }
      guard !covering.isEmpty, let number = shadowOfPattern() else { return nil }
      found = found ?? number
    }
    return found
  }

  /// Whether an earlier rule covers the first pattern of a rule.
  ///
  /// This test rules out most rules, because most first patterns aren't covered.
  private mutating func isCovered(_ rule: Rule, _ bytes: [UInt8]) -> Bool {
    guard !earlier.isEmpty, let first = rule.patterns.first else { return false }
    findCovering(first, bytes)
    return !covering.isEmpty
  }

  private mutating func findCovering(_ pattern: Pattern, _ bytes: [UInt8]) {
    covering.clear()
    patterns.covering(pattern, prefixes(pattern.step, bytes), bytes) { key in
      if table.value(key) != nil { covering.append(key) }
    }
  }

  /// The first rule that covers the current pattern and meets a need of the current action.
  private func shadowOfPattern() -> Int32? {
    var found: Int32?
    for pattern in 0..<covering.count {
      for need in 0..<keys.needs.count {
        guard let number = table.value(covering[pattern], keys.needs[need]) else {
          continue
        }
        found = min(found ?? number, number)
      }
    }
    return found
  }
}

extension Rule {
  /// Whether it may leave the current step to the rules after it.
  fileprivate var stepsAside: Bool {
    actions.contains { action in
      if case .poll(let poll) = action { poll.limit != nil } else { false }
    }
  }
}
