import FlowSyntax
import FlowTerminal
import FlowText

/// A command line that was parsed with the options of a command.
struct ParsedArguments: Sendable {
  /// The arguments that aren't options, in order.
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  typealias Fault = UsageFault

  /// Returns whether an option was given.
  func has(_ option: any DeclaredOption) -> Bool { values[option.spec.name] != nil }

  /// Returns the text of an option; `nil` if it wasn't given.
  func text(_ option: Option<String>) -> String? { texts(option).last }

  /// Returns the texts of an option, in order.
  func texts(_ option: any DeclaredOption) -> [String] { values[option.spec.name] ?? [] }

  /// Returns the value of an option; `nil` if it wasn't given.
  ///
  /// - Throws: `UsageFault` if the text isn't a valid value.
  func value<Value>(_ option: Option<Value>) throws(UsageFault) -> Value? {
    guard let text = texts(option).last else { return nil }
    return try option.read(text)
  }

  /// Returns the values of an option that repeats, in order.
  ///
  /// - Throws: `UsageFault` if one of the texts isn't a valid value.
  func values<Value>(_ option: Option<Value>) throws(UsageFault) -> [Value] {
    var values: [Value] = []
    for text in texts(option) { values.append(try option.read(text)) }
    return values
  }

  /// Parses a command line with arguments such as `--name value`, `--name=value`, `-s`, and
  /// operands.
  ///
  /// After `--`, every argument is an operand.
  init(_ arguments: [String], for command: CommandSpec) throws(Fault) {
    var rest = arguments[...]
    var isPlain = false
    while let argument = rest.popFirst() {
      if !isPlain, argument == "--" {
        isPlain = true
      } else if !isPlain, argument.hasPrefix("-"), argument != "-" {
        try take(argument, &rest, command)
      } else {
        operands.append(argument)
      }
    }
    if has(SharedOptions.help) || has(SharedOptions.version) { return }
    try checkOperands(command)
  }

  private mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: CommandSpec
  ) throws(Fault) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.allOptions.first(where: { $0.name == name || $0.short == name })
    else {
      throw ParsedArguments.unknown(name, command)
    }
    let inline = parts.count > 1 ? String(parts[1]) : nil
    let taken: [String]
    if let label = option.value {
      taken = try ParsedArguments.values(of: option, label, inline, &rest)
    } else if inline != nil {
      throw Fault(message: "`\(option.name)` doesn't take a value")
    } else {
      taken = [""]
    }
    if values[option.name] != nil, !option.repeats, option.value != nil {
      throw Fault(message: "`\(option.name)` is given twice")
    }
    values[option.name, default: []] += taken
  }

  private static func values(
    of option: OptionSpec, _ label: String, _ inline: String?, _ rest: inout ArraySlice<String>
  ) throws(Fault) -> [String] {
    var taken = inline.map { [$0] } ?? []
    while taken.count < option.valueCount {
      // If an option takes several values and another option comes instead of one, that value is
      // missing.
      let isMissing = option.valueCount > 1 && rest.first?.hasPrefix("--") == true
      guard !isMissing, let next = rest.popFirst() else {
        let what = option.valueCount == 1 ? "a value" : "\(option.valueCount) values"
        throw Fault(
          message: "`\(option.name)` needs \(what)", help: "write `\(option.name) \(label)`")
      }
      taken.append(next)
    }
    return taken
  }

  /// Throws if both of two options were given, because they exclude each other.
  func exclude(
    _ one: any DeclaredOption, _ other: any DeclaredOption
  ) throws(Fault) {
    guard has(one), has(other) else { return }
    throw Fault(message: "`\(one.spec.name)` and `\(other.spec.name)` exclude each other")
  }

  private static func unknown(_ name: String, _ command: CommandSpec) -> Fault {
    let names = command.allOptions.map(\.name)
    let nearest = Suggestion.nearest(name, among: names)
    return Fault(
      message: "unknown option `\(name)` of `flow \(command.name)`",
      help: nearest.first.map { "did you mean `\($0)`?" }
        ?? "`flow \(command.name) --help` lists its options")
  }

  private func checkOperands(_ command: CommandSpec) throws(Fault) {
    if operands.count < command.operandCount.lowerBound {
      throw Fault(
        message: "`flow \(command.name)` needs \(command.operands)",
        help: command.examples.first.map { "for example `\($0.line)`" })
    }
    if operands.count > command.operandCount.upperBound {
      let extra = operands[command.operandCount.upperBound]
      throw Fault(
        message: "`\(extra)` is an extra argument",
        help: "`flow \(command.name) --help` shows its arguments")
    }
  }
}
