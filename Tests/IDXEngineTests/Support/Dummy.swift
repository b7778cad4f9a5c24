import FlowEngine
import FlowHTTP

/// Answers any step with made-up values, according to its fields.
enum Dummy {
  /// Every selection at a step: each choice with each of its methods.
  static func selections(of step: Step) -> [Selection?] {
    guard !step.choices.isEmpty else { return [nil] }
    return step.choices.indices.flatMap { index -> [Selection?] in
      let methods = step.choices[index].methods.indices
      return methods.isEmpty
        ? [Selection(choice: index)] : methods.map { Selection(choice: index, method: $0) }
    }
  }

  /// A value for each field that needs one, and for each without a default.
  static func answers(to step: Step, _ selection: Selection?) -> [Answer] {
    var fields = step.fields
    if let selection { fields += step.choices[selection.choice].fields }
    return fields.filter { $0.isRequired || $0.value == nil }.map { field in
      Answer(field.name, value(for: field))
    }
  }

  private static func value(for field: Field) -> Value {
    if let accepted = field.accepted.first { return accepted.value }
    switch field.kind {
    case .boolean: return .boolean(true)
    case .number: return .number(7)
    case .text, .any: return field.isSecret ? .secret(Secret("s3cret")) : .text("something")
    }
  }

  /// The same answers in the form of a body.
  static func json(_ answers: [Answer]) -> [String: JSON] {
    var result: [String: JSON] = [:]
    for answer in answers {
      switch answer.value {
      case .boolean(let truth): result[answer.field] = .bool(truth)
      case .number(let number): result[answer.field] = .integer(Int(number))
      default: result[answer.field] = .string(answer.value.revealed)
      }
    }
    return result
  }
}
