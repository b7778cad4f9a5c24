/// Makes the completion script for fish.
struct FishCompletion {
  var commands: [CommandSpec]

  /// The script.
  var text: String {
    var lines = [
      "# The completion of flow for fish, made by `flow completions fish`.",
      "function __flow_is",
      "  set -l words (commandline -opc)",
      "  test (count $words) -ge 2; and test $words[2] = $argv[1]",
      "end",
      "function __flow_at",
      "  # Whether the current operand, without options, has this number.",
      "  __flow_is $argv[1]; or return 1",
      "  set -l words (commandline -opc)",
      "  set -l plain (string match -v -- '-*' $words[3..-1])",
      "  test (count $plain) -eq $argv[2]",
      "end",
      "function __flow_flows",
      "  set -l words (commandline -opc)",
      "  set -l files (string match -- '*.flow' $words)",
      "  $words[1] completions flows -- $files 2>/dev/null",
      "end",
      "complete -c flow -f",
    ]
    let isFirst = "test (count (commandline -opc)) -eq 1"
    for command in commands {
      lines.append(
        "complete -c flow -n '\(isFirst)' -a \(command.name) -d \(quoted(command.summary))")
      lines += command.allOptions.map { option(of: command, $0) }
      lines += operands(of: command)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func option(of command: CommandSpec, _ option: OptionSpec) -> String {
    var line = "complete -c flow -n '__flow_is \(command.name)' -l \(option.name.dropFirst(2))"
    if let short = option.short { line += " -s \(short.dropFirst())" }
    if let completion = option.completion { line += " -r" + values(completion) }
    return line + " -d \(quoted(option.meaning))"
  }

  private func operands(of command: CommandSpec) -> [String] {
    let all = command.operandCompletions
    return all.enumerated().compactMap { index, completion in
      guard completion != .anything else { return nil }
      let isLast = index == all.count - 1 && command.repeatsOperands
      let condition =
        isLast ? "__flow_is \(command.name)" : "__flow_at \(command.name) \(index)"
      return "complete -c flow -n '\(condition)'" + values(completion)
    }
  }

  private func values(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): " -f -a \(quoted(words.joined(separator: " ")))"
    case .flows: " -f -a '(__flow_flows)'"
    case .scripts: " -k -f -a '(__fish_complete_suffix .flow)'"
    case .files: " -F"
    case .folders: " -f -a '(__fish_complete_directories)'"
    case .anything: " -f"
    }
  }

  private func quoted(_ text: String) -> String {
    var quoted = ""
    for character in text {
      if character == "'" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return "'" + quoted + "'"
  }
}
