import FlowDiagnostics
import FlowSyntax

/// Finds rules of one body that can never fire, with the rule that always answers first.
///
/// An earlier rule E shadows a later rule L where, whenever L applies, E applies as well. That
/// holds when all of this does:
///
/// - E has no condition and no limit, so it is never passed over for one, and no `poll … for`, whose
///   end leaves the step to the rules after it.
/// - E's pattern covers L's: its step is `any`, L's step, or a beginning of it that ends at a
///   hyphen; its subject and method are L's or left out. A pattern of L may be covered by one rule
///   and another one by another.
/// - E's first action can be done wherever L's can, for the first action decides:
///   - `stop`, `fail` and a `prompt` for the whole step always can;
///   - of `submit`, `skip`, `cancel`, `deny`, `resend`, `recover`, `send`, `follow` and `poll` the same
///     one, and `submit` wherever fields can be answered;
///   - `choose` where L's options are the first ones of E's, with the same methods and no fields:
///     a rule whose first offered option is being done already is passed over, so both must
///     come to the same option;
///   - `answer` and `prompt` where every field that E requires is one that L requires. A field that
///     isn't a credential counts only where E prompts for it or both give it the same value: a
///     value that the field doesn't accept may be why L is there.
/// - L doesn't look at the server's messages: a rule that does is the only kind that answers an
///   error, so E isn't tried before it there.
///
/// A rule that begins with `say`, `expect`, `wait` or `meanwhile` shadows nothing. Labels with names in them are equal
/// to none, and other words for the same thing (`okta_email`, `email`) count as different: the
/// finder may miss a rule, but what it reports is certain.
///
/// Each rule costs a few look-ups, however many there are: what a rule covers is stored under
/// the numbers of its pattern and its first action.
struct ShadowFinder {
  private var table = NumberTable()
  private var earlier: [SourceRange] = []
  /// The patterns that would cover the one at hand, and that some earlier rule has.
  private var covering = KeyList()
  private var keys: ActionKeys
  private let patterns: PatternKeys
  private var prefixes: StepPrefixes

  init(_ numbers: NameTable) {
    keys = ActionKeys(numbers)
    patterns = PatternKeys(numbers)
    prefixes = StepPrefixes(numbers)
  }

  /// Forgets the rules of the last body.
  mutating func reset() {
    table.removeAll()
    earlier.clear()
  }

  /// Takes the next rule of a body.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - first: Its first action.
  ///   - asksForMessages: Whether its condition asks for the server's messages.
  ///   - bytes: The script.
  /// - Returns: The range of the rule that shadows it, `nil` where none does.
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

  /// The rule that covers the first pattern, where every pattern is covered by some rule.
  private mutating func shadow(of rule: Rule, _ bytes: [UInt8]) -> Int32? {
    var found: Int32?
    for index in rule.patterns.indices {
      // Those of a first pattern that stands alone are at hand.
      if rule.patterns.count > 1 { findCovering(rule.patterns[index], bytes) }
      guard !covering.isEmpty, let number = shadowOfPattern() else { return nil }
      found = found ?? number
    }
    return found
  }

  /// Whether the first pattern of a rule is covered by that of an earlier rule, which most are not.
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

  /// The first rule that covers the pattern at hand and meets a need of the action at hand.
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
  /// Whether it may leave the step at hand to the rules after it.
  fileprivate var stepsAside: Bool {
    actions.contains { action in
      if case .poll(let poll) = action { poll.limit != nil } else { false }
    }
  }
}
