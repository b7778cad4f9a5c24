/// A question about the circumstances of a sign-in, such as whether it is in a zone.
///
/// Policies may ignore the answer.
package struct WalkQuestion: Sendable, Hashable {
  /// The circumstance that the question is about.
  package enum Fact: String, Sendable, Hashable, CaseIterable {
    case zone, device, risk, platform
  }

  package var fact: Fact
  /// The value in question, such as `office` or `managed`.
  package var word: String

  /// Creates a question.
  package init(_ fact: Fact, _ word: String) {
    self.fact = fact
    self.word = word
  }

  /// Returns the question as a condition of a rule.
  ///
  /// - Parameter zones: The names of the zones, in the order of their bits.
  /// - Returns: The condition; `nil` if no value has the name.
  func condition(zones: [String]) -> Condition? {
    switch fact {
    case .zone:
      zones.firstIndex(of: word).map { Condition(subject: .zones(1 << UInt64($0))) }
    case .device:
      Self.value(word, SignInContext.Device.words).map { Condition(subject: .devices($0)) }
    case .risk: Self.value(word, SignInContext.Risk.words).map { Condition(subject: .risks($0)) }
    case .platform:
      Self.value(word, SignInContext.Platform.words + SignInContext.Platform.groups)
        .map { Condition(subject: .platforms($0)) }
    }
  }

  private static func value<Value>(
    _ word: String, _ words: [(word: String, value: Value)]
  ) -> Value? {
    words.first { $0.word == word }?.value
  }
}

extension WalkQuestion.Fact {
  /// The words for possible values; empty for zones, whose names depend on the org.
  package var words: [String] {
    switch self {
    case .zone: []
    case .device: SignInContext.Device.words.map(\.word)
    case .risk: SignInContext.Risk.words.map(\.word)
    case .platform: (SignInContext.Platform.words + SignInContext.Platform.groups).map(\.word)
    }
  }
}

extension Org {
  /// Returns the words for the possible values of a circumstance in the org.
  package func words(of fact: WalkQuestion.Fact) -> [String] {
    fact == .zone ? policy.zones.map(\.name) : fact.words
  }
}

extension WalkStart {
  /// Returns the words that apply to a circumstance of the start.
  ///
  /// Several words can apply: a managed device is also registered, and a phone is also mobile.
  package func words(of fact: WalkQuestion.Fact, in org: Org) -> [String] {
    let zones = org.policy.zones.map(\.name)
    return org.words(of: fact).filter { word in
      WalkQuestion(fact, word).condition(zones: zones)?.holds(for: .stranger(""), in: context)
        ?? false
    }
  }
}

extension Org {
  /// Questions about every risk and every type of device, if any rule tests the risk or the device.
  ///
  /// They also distinguish values that no rule names and for which a general rule decides.
  package var riskQuestions: [WalkQuestion] {
    let subjects = policy.allConditions.map(\.subject)
    func words(_ fact: WalkQuestion.Fact, if isAsked: Bool) -> [WalkQuestion] {
      isAsked ? fact.words.map { WalkQuestion(fact, $0) } : []
    }
    return words(.risk, if: subjects.contains { if case .risks = $0 { true } else { false } })
      + words(.device, if: subjects.contains { if case .devices = $0 { true } else { false } })
  }
}
