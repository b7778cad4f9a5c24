/// Something that is asked of the circumstances of a sign-in, though no policy may look at it.
package struct WalkQuestion: Sendable, Hashable {
  /// What of them it is about.
  package enum Fact: String, Sendable, Hashable, CaseIterable {
    case zone, device, risk, platform
  }

  package var fact: Fact
  /// Whether it is so much: `office`, `managed`.
  package var word: String

  /// A question.
  package init(_ fact: Fact, _ word: String) {
    self.fact = fact
    self.word = word
  }

  /// The question as a rule asks it.
  ///
  /// - Parameter zones: the names of the zones, in the order of their bits.
  /// - Returns: the condition; `nil` where nothing is so called.
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
  /// The words for what it can be; none for a zone, which orgs name.
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
  /// The words for what the circumstances of a sign-in can be.
  package func words(of fact: WalkQuestion.Fact) -> [String] {
    fact == .zone ? policy.zones.map(\.name) : fact.words
  }
}

extension WalkStart {
  /// What its circumstances are, in the words in which rules ask for it: a managed device is a
  /// registered one, and a phone is mobile.
  package func words(of fact: WalkQuestion.Fact, in org: Org) -> [String] {
    let zones = org.policy.zones.map(\.name)
    return org.words(of: fact).filter { word in
      WalkQuestion(fact, word).condition(zones: zones)?.holds(for: .stranger(""), in: context)
        ?? false
    }
  }
}

extension Org {
  /// What distinguishes every level of risk, and every kind of device, that any rule looks at: one
  /// that no rule names falls to the rule for all others, whatever is known of it.
  package var riskQuestions: [WalkQuestion] {
    let subjects = policy.allConditions.map(\.subject)
    func words(_ fact: WalkQuestion.Fact, if isAsked: Bool) -> [WalkQuestion] {
      isAsked ? fact.words.map { WalkQuestion(fact, $0) } : []
    }
    return words(.risk, if: subjects.contains { if case .risks = $0 { true } else { false } })
      + words(.device, if: subjects.contains { if case .devices = $0 { true } else { false } })
  }
}
