/// The words for devices, risks and platforms, grouped by their effect on policies.
///
/// Only one value of each group is explored, because the conditions don't distinguish the others.
/// This type lists the others.
package struct WalkWords: Sendable {
  private var classes: [WalkQuestion.Fact: [[String]]] = [:]

  /// Groups the words.
  ///
  /// - Parameters:
  ///   - orgs: The orgs whose conditions distinguish the values.
  ///   - asked: Questions that also distinguish values.
  package init(_ orgs: [Org], asked: [WalkQuestion] = []) {
    let conditions = orgs.flatMap { org in
      let zones = org.policy.zones.map(\.name)
      return org.policy.allConditions + asked.compactMap { $0.condition(zones: zones) }
    }
    func classes(_ contexts: [(word: String, context: SignInContext)]) -> [[String]] {
      var found: [[String]] = []
      var places: [[Bool]: Int] = [:]
      for (word, context) in contexts {
        let holds = conditions.map {
          $0.looksAtContext && $0.holds(for: .stranger(""), in: context)
        }
        if let place = places[holds] {
          found[place].append(word)
        } else {
          places[holds] = found.count
          found.append([word])
        }
      }
      return found
    }
    let nothing = [(word: "", context: SignInContext())]
    let devices = SignInContext.Device.words.map { word, value in
      // A managed device is also registered.
      let whole = value == .managed ? value.union(.registered) : value
      return (word: word, context: SignInContext(device: whole))
    }
    self.classes[.device] = classes(nothing + devices)
    self.classes[.risk] = classes(
      nothing + SignInContext.Risk.words.map { ($0.word, SignInContext(risk: $0.value)) })
    self.classes[.platform] = classes(
      nothing + SignInContext.Platform.words.map { ($0.word, SignInContext(platform: $0.value)) })
  }

  /// Returns the words in the same group as a word.
  ///
  /// The empty word stands for an unknown value.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - fact: The circumstance that the word is about.
  /// - Returns: The words, including the given one.
  package func alike(_ word: String, _ fact: WalkQuestion.Fact) -> [String] {
    classes[fact]?.first { $0.contains(word) } ?? [word]
  }
}
