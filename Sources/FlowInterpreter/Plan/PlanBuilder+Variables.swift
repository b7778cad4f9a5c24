import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension PlanBuilder {
  /// Declares the values that are given from outside.
  ///
  /// One that stands for a `let` has its type: the checker has held the script to it. A row's value is
  /// the row's: it tells which test is run.
  mutating func declareVariables() {
    for (name, text) in options.variables.sorted(by: { $0.key < $1.key })
    where !row.contains(where: { $0.name == name }) {
      var value = PlannedValue(content: .constant(.text(text)), place: place)
      if let (declared, script) = constant(name) {
        if let content = literal(text, like: declared) {
          value.content = content
        } else {
          let message = "`\(name)` is given a value that is \(declared.otherwise)"
          diagnostics.append(
            Diagnostic(.valueFailed(message: message), at: Place(script.source, declared.range)))
        }
      }
      add(name, value, isKept: true)
      variables.insert(slots.count - 1)
    }
  }

  /// The names of the values from outside that the plan's parts use, or may use for a bare field.
  func usedVariables(_ slots: Set<Int>, _ rules: [PlannedRule]) -> Set<String> {
    guard !variables.isEmpty else { return [] }
    let bare = rules.flatMap(\.actions).flatMap(\.bareFields)
    let used = variables.filter { slot in
      let word = Word(self.slots[slot].name)
      return slots.contains(slot) || bare.contains { $0.mayMean(word) }
    }
    return Set(used.map { self.slots[$0].name })
  }

  /// The `let` that a name would stand for.
  private func constant(_ name: String) -> (value: Expression, script: Script)? {
    for case .constant(let node) in flow.body where flow.script.text(node.name) == name {
      return (node.value, flow.script)
    }
    return program.constants[name].map { ($0.node.value, $0.script) }
  }

  /// A text as a value of the type of a `let`, written as scripts write it; `nil` where it is none.
  private mutating func literal(
    _ text: String, like declared: Expression
  ) -> PlannedValue.Content? {
    switch declared {
    case .text, .name, .lookup, .call, .totp, .random: return .constant(.text(text))
    case .number, .boolean, .duration: break
    }
    let written = Script.parse(SourceFile(name: "", text: "let given = \(text)"))
    let items = written.script.items
    guard written.diagnostics.isEmpty, items.count == 1,
      case .statement(.constant(let node))? = items.first
    else { return nil }
    switch (declared, node.value) {
    case (.number, .number), (.boolean, .boolean), (.duration, .duration):
      return value(node.value, PlanContext(script: written.script), wordsStand: false).content
    default: return nil
    }
  }
}

extension Expression {
  /// What a value that can't stand in its place is.
  fileprivate var otherwise: String {
    switch self {
    case .number: "no number"
    case .boolean: "neither true nor false"
    case .duration: "no duration"
    case .text, .name, .lookup, .call, .totp, .random: "no text"
    }
  }
}

extension PlannedAction {
  /// The fields that it answers without saying with what.
  fileprivate var bareFields: [Word] {
    guard case .answer(let answers) = kind else { return [] }
    return answers.filter { $0.value == nil }.map(\.field)
  }
}

extension Word {
  /// The words that may all mean the credential of a step.
  private static let credentials: Set<String> = [
    "answer", "code", "otp", "passcode", "password", "pin", "totp",
  ]

  /// Whether a field and a value of these names may be one: by the last parts of their names, or
  /// because both may be a credential.
  fileprivate func mayMean(_ value: Word) -> Bool {
    let (own, other) = (lastPart, value.lastPart)
    return own == other || (Word.credentials.contains(own) && Word.credentials.contains(other))
  }

  private var lastPart: String { text.split(separator: ".").last.map(String.init) ?? text }
}
