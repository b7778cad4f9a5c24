import FlowEngine
import FlowHTTP

/// Converts a script's answer to a value that a field accepts.
enum AnswerValue {
  /// The value to send for an answer.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - field: The field to answer.
  ///   - name: The field's full name, for the failure.
  /// - Returns: The value of one of the field's options, or a value of the field's type if it has
  ///   no options.
  /// - Throws: `EngineFailure.Kind.misused` if the field doesn't accept the answer.
  static func json(
    _ answer: Value, for field: IDXField, name: String
  ) throws(EngineFailure) -> JSON {
    let options = field.scalarOptions
    if !options.isEmpty { return try option(answer, among: options, name: name) }
    switch field.type ?? "string" {
    case "boolean": return try boolean(answer, name: name)
    case "number", "integer", "decimal": return try number(answer, name: name)
    case "string":
      // A field without a type accepts text, unless its default value has another type.
      if field.type == nil, case .bool = field.value { return try boolean(answer, name: name) }
      if case .number = answer { return .string(answer.revealed) }
      return plain(answer)
    default: return plain(answer)
    }
  }

  private static func option(
    _ answer: Value, among options: [(value: JSON, label: String?)], name: String
  ) throws(EngineFailure) -> JSON {
    let text = answer.revealed
    for option in options where Value(sending: option.value)?.revealed == text {
      return option.value
    }
    let word = Naming.normalized(text)
    for option in options {
      guard let value = Value(sending: option.value) else { continue }
      if Naming(value.revealed, title: option.label).answers(to: word) { return option.value }
    }
    let accepted = options.compactMap { Value(sending: $0.value)?.shown }
    throw EngineFailure(
      .misused, "the field `\(name)` doesn't accept that value",
      help: "it accepts \(accepted.joined(separator: ", "))")
  }

  private static func boolean(_ answer: Value, name: String) throws(EngineFailure) -> JSON {
    if case .boolean(let truth) = answer { return .bool(truth) }
    switch answer.revealed {
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: throw EngineFailure(.misused, "the field `\(name)` must be true or false")
    }
  }

  private static func number(_ answer: Value, name: String) throws(EngineFailure) -> JSON {
    let text = answer.revealed
    if let whole = Int(text) { return .integer(whole) }
    guard let number = Double(text), number.isFinite else {
      throw EngineFailure(.misused, "the field `\(name)` must be a number")
    }
    return .double(number)
  }

  private static func plain(_ answer: Value) -> JSON {
    switch answer {
    case .text(let text): .string(text)
    case .secret(let secret): .string(secret.reveal())
    case .boolean(let truth): .bool(truth)
    case .number(let number) where number.isFinite:
      Int(exactly: number).map { .integer($0) } ?? .double(number)
    case .number: .string(answer.revealed)
    case .list(let values): .array(values.map { plain($0) })
    }
  }
}
