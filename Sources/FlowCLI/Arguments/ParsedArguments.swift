import FlowText
import FlowSyntax
import FlowTerminal

/// A command line, read by a command's options.
struct ParsedArguments: Sendable {
  /// What is not an option, in order.
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  typealias Fault = UsageFault

  /// Whether an option was given.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// The value of an option.
  func value(_ option: String) -> String? { values[option]?.last }

  /// Every value of an option that repeats.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// Reads a command line: `--name value`, `--name=value`, `-s`, and operands; after `--` all are
  /// operands.
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
    if has("--help") || has("--version") { return }
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
      throw Fault(message: "`\(option.name)` takes no value")
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
      // Among several values a next option is a value that is missing.
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

  /// Refuses two options that contradict one another.
  func exclude(_ one: String, _ other: String) throws(Fault) {
    guard has(one), has(other) else { return }
    throw Fault(message: "`\(one)` and `\(other)` exclude one another", help: nil)
  }

  private static func unknown(_ name: String, _ command: CommandSpec) -> Fault {
    let names = command.allOptions.map(\.name)
    let nearest = Suggestion.nearest(name, among: names)
    return Fault(
      message: "`flow \(command.name)` has no option `\(name.terminalSafe)`",
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
        message: "`\(extra.terminalSafe)` is one argument too many",
        help: "`flow \(command.name) --help` shows what it takes")
    }
  }
}
