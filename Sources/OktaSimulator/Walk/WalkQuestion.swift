/// A question about the circumstances of a sign-in, which policies may not ask.
package struct WalkQuestion: Sendable, Hashable {
  /// The property that the question is about.
  package enum Fact: String, Sendable, Hashable, CaseIterable {
    case zone, device, risk, platform
  }

  package var fact: Fact
  /// The value that it asks for: `office`, `managed`.
  package var word: String

  /// Makes a question.
  package init(_ fact: Fact, _ word: String) {
    self.fact = fact
    self.word = word
  }

  /// Returns the question as the condition of a rule.
  ///
  /// - Parameter zones: The names of the zones, in the order of their bits.
  /// - Returns: The condition; `nil` if nothing has the name.
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
  /// The words for its values; none for a zone, because orgs name zones.
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
  /// Returns the words for the possible circumstances of a sign-in.
  package func words(of fact: WalkQuestion.Fact) -> [String] {
    fact == .zone ? policy.zones.map(\.name) : fact.words
  }
}

extension WalkStart {
  /// Returns its circumstances in the words of rules.
  ///
  /// A managed device is also a registered one, and a phone is also mobile.
  package func words(of fact: WalkQuestion.Fact, in org: Org) -> [String] {
    let zones = org.policy.zones.map(\.name)
    return org.words(of: fact).filter { word in
      WalkQuestion(fact, word).condition(zones: zones)?.holds(for: .stranger(""), in: context)
        ?? false
    }
  }
}

extension Org {
  /// The questions that distinguish every level of risk, and every kind of device, that a rule
  /// checks.
  ///
  /// A value that no rule names falls to the rule for all others.
  package var riskQuestions: [WalkQuestion] {
    let subjects = policy.allConditions.map(\.subject)
    func words(_ fact: WalkQuestion.Fact, if isAsked: Bool) -> [WalkQuestion] {
      isAsked ? fact.words.map { WalkQuestion(fact, $0) } : []
    }
    return words(.risk, if: subjects.contains { if case .risks = $0 { true } else { false } })
      + words(.device, if: subjects.contains { if case .devices = $0 { true } else { false } })
  }
}
