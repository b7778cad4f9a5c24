import FlowDiagnostics
import FlowSyntax

/// Finds rules of a flow or a profile that can never fire, because an earlier rule always answers
/// first.
///
/// An earlier rule E shadows a later rule L if E applies whenever L applies. For that, all of these
/// conditions must be met:
///
/// - E has no condition and no limit, so it is never skipped because of them. It also has no
///   `poll … for`, after which later rules may answer the step.
/// - E's pattern covers L's pattern. E's step is `any`, L's step, or a beginning of it that ends
///   before a hyphen. E's subject and method are the same as L's, or are left out. If L has several
///   patterns, different rules may cover them.
/// - E's first action is possible whenever L's first action is, because the first action decides:
///   - `stop`, `fail` and a `prompt` without fields are always possible.
///   - `submit`, `skip`, `cancel`, `deny`, `resend`, `recover`, `send`, `follow` and `poll` cover
///     the same action. `submit` is also possible whenever fields can be answered.
///   - `choose` covers a `choose` whose options are the first options of E, with the same methods
///     and no fields. A rule is skipped if its first offered option was already chosen, so both
///     rules must choose the same option.
///   - `answer` and `prompt` cover a rule if L requires every field that E requires. A field that
///     isn't a credential counts only if E prompts for it, or if both rules have the same value for
///     it. Otherwise, L may exist because the field doesn't accept E's value.
/// - L doesn't test the server's messages. Only such a rule answers an error, so E isn't tried
///   before L there.
///
/// A rule that begins with `say`, `expect`, `wait` or `meanwhile` shadows no other rule. A label
/// that contains names is different from every other label, and so are synonyms (`okta_email`,
/// `email`). So the finder may miss a rule, but what it reports is certain.
///
/// Each rule needs only a few look-ups, regardless of the number of rules. What a rule covers is
/// stored under the keys of its pattern and its first action.
struct ShadowFinder {
  private var table = NumberTable()
  private var earlier: [SourceRange] = []
  /// The keys of the current pattern's covering patterns that an earlier rule has.
  private var covering = KeyList()
  private var keys: ActionKeys
  private let patterns: PatternKeys
  private var prefixes: StepPrefixes

  init(_ numbers: NameTable) {
    keys = ActionKeys(numbers)
    patterns = PatternKeys(numbers)
    prefixes = StepPrefixes(numbers)
  }

  /// Forgets the rules of the previous flow or profile.
  mutating func reset() {
    table.removeAll()
    earlier.clear()
  }

  /// Adds the next rule of a flow or a profile.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - first: The first action of the rule.
  ///   - asksForMessages: Whether the rule's condition tests the server's messages.
  ///   - bytes: The bytes of the script.
  /// - Returns: The range of the rule that shadows this rule; `nil` if no rule shadows it.
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

  /// Returns the index of the earlier rule that covers the first pattern; `nil` if a pattern isn't
  /// covered.
  private mutating func shadow(of rule: Rule, _ bytes: [UInt8]) -> Int32? {
    var found: Int32?
    for index in rule.patterns.indices {
      // If there is only one pattern, its covering patterns were already found.
      if rule.patterns.count > 1 { findCovering(rule.patterns[index], bytes) }
      guard !covering.isEmpty, let number = shadowOfPattern() else { return nil }
      found = found ?? number
    }
    return found
  }

  /// Whether an earlier rule covers the first pattern of a rule.
  ///
  /// This test comes first, because it excludes most rules.
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

  /// Returns the index of the first rule that covers the current pattern and the current action;
  /// `nil` if there is none.
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
  /// Whether the rule may leave its step unanswered, so that later rules answer it.
  fileprivate var stepsAside: Bool {
    actions.contains { action in
      if case .poll(let poll) = action { poll.limit != nil } else { false }
    }
  }
}
