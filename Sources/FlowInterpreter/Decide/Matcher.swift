import FlowEngine
import FlowSyntax

/// Finds what the words of a script mean at a step.
struct Matcher {
  /// The words of the labels that are made at the start of a run.
  private var labels: [LabelWords] = []

  /// Adds the next label that is made at the start of a run.
  mutating func add(label text: String) {
    labels.append(LabelWords(word: Word(text), quoted: text))
  }

  /// The words of a label.
  func words(_ label: PlannedLabel) -> LabelWords {
    guard let made = label.made, labels.indices.contains(made) else { return label.words }
    return labels[made]
  }

  // MARK: Patterns

  /// Whether a rule is for a step of a response; what ends by itself must be named.
  func fits(_ rule: PlannedRule, _ steps: [Step], at index: Int) -> Bool {
    if steps[index].endsByItself, !rule.namesStep { return false }
    return fits(rule.patterns, steps, at: index)
  }

  /// Whether one of the patterns fits a step; no pattern fits every step.
  ///
  /// Most don't fit by the name alone, so only that is looked at first, in its place.
  private func fits(_ patterns: [PlannedPattern], _ steps: [Step], at index: Int) -> Bool {
    if patterns.isEmpty { return true }
    for position in patterns.indices {
      if let word = patterns[position].step, !word.covers(step: steps[index].name) { continue }
      let subjects = steps[index].subjects
      if let subject = patterns[position].subject, !isAbout(subject, subjects, nil) { continue }
      if let method = patterns[position].method, !isAbout(method, subjects, nil) { continue }
      return true
    }
    return false
  }

  /// Whether a pattern fits a step, at which a choice may have been made.
  private func fits(_ pattern: PlannedPattern, _ step: Step, with choice: Choice?) -> Bool {
    if let word = pattern.step, !word.covers(step: step.name) { return false }
    if let subject = pattern.subject, !isAbout(subject, step.subjects, choice) { return false }
    if let method = pattern.method, !isAbout(method, step.subjects, choice) { return false }
    return true
  }

  private func isAbout(_ label: PlannedLabel, _ subjects: [Naming], _ choice: Choice?) -> Bool {
    let word = words(label).word.text
    return subjects.contains { $0.answers(to: word) }
      || choice?.naming.answers(to: word) == true
  }

  /// Whether the path of a run is as patterns say.
  func holds(
    _ mode: Test.Path.Mode, _ patterns: [PlannedPattern], on path: [Journal.PathStep]
  ) -> Bool {
    switch mode {
    case .exact:
      return path.count == patterns.count
        && zip(path, patterns).allSatisfy { fits($1, $0.step, with: $0.choice) }
    case .contains:
      var next = 0
      for (step, choice) in path
      where next < patterns.count && fits(patterns[next], step, with: choice) {
        next += 1
      }
      return next == patterns.count
    case .never:
      return !path.contains { step, choice in
        patterns.contains { fits($0, step, with: choice) }
      }
    }
  }

  // MARK: Options

  /// Whether the latest response offers an option.
  func isOffered(_ option: PlannedOption, _ journal: borrowing Journal) -> Bool {
    if journal.response.steps.contains(where: { find(option, in: $0) != nil }) { return true }
    guard option.method == nil else { return false }
    let word = words(option.name).word
    return journal.response.capabilities.contains { word.equals($0.name) }
      || journal.response.steps.contains { step in
        word.equals(step.name) || step.capabilities.contains { word.equals($0.name) }
      }
  }

  /// The first choice that an option means: by its name, else, in quotes, by one of its details.
  func find(_ option: PlannedOption, in step: Step) -> (choice: Int, method: Int?)? {
    guard !step.choices.isEmpty else { return nil }
    let words = words(option.name)
    if let found = find(option, in: step, where: { $0.naming.answers(to: words.word.text) }) {
      return found
    }
    if option.method == nil, let found = find(method: words.word.text, in: step) { return found }
    guard let quoted = words.quoted, !quoted.isEmpty else { return nil }
    return find(option, in: step, where: ChoiceDetail(quoted).means)
  }

  /// The first choice that offers a method, where no choice has the word for a name.
  private func find(method word: String, in step: Step) -> (choice: Int, method: Int?)? {
    let isOnly = step.choices.count == 1
    for index in step.choices.indices where isOnly || !step.choices[index].hasChannels {
      if let method = step.choices[index].methods.firstIndex(where: { $0.answers(to: word) }) {
        return (index, method)
      }
    }
    return nil
  }

  private func find(
    _ option: PlannedOption, in step: Step, where isMeant: (Choice) -> Bool
  ) -> (choice: Int, method: Int?)? {
    for index in step.choices.indices where isMeant(step.choices[index]) {
      var method: Int?
      if let label = option.method {
        let word = words(label).word.text
        method = step.choices[index].methods.firstIndex { $0.answers(to: word) }
        if method == nil { continue }
      }
      if !option.fields.isEmpty {
        let fields = step.fields(with: index)
        let areAsked = option.fields.allSatisfy { planned in
          if case .missing = fields.match(planned.field) { false } else { true }
        }
        guard areAsked else { continue }
      }
      return (index, method)
    }
    return nil
  }
}
