import FlowManual

/// Makes the completion script for zsh: the file `_flow` in a folder of `fpath`.
struct ZshCompletion {
  var commands: [CommandSpec]

  /// The script.
  var text: String {
    let names = commands.map { "      '\($0.name):\(quoted($0.summary))'" }
    let cases = commands.map(commandCase)
    let topics = Manual.topics.map { "        '\($0.name):\(quoted($0.summary))'" }
    return #"""
      #compdef flow
      # The completion of flow for zsh, made by `flow completions zsh`.
      _flow_flows() {
        local -a files flows
        files=(${(M)${(Q)words}:#*.flow})
        flows=("${(@f)$($program completions flows -- ${~files} 2>/dev/null)}")
        compadd -a flows
      }
      _flow() {
        local curcontext=$curcontext program=${(Q)words[1]} state line
        local -a commands
        typeset -A opt_args
        commands=(
      \#(names.joined(separator: "\n"))
          'help:show the help of a command or topic, or search the manual'
        )
        if (( CURRENT == 2 )); then
          _describe -t commands command commands
          return
        fi
        shift words
        (( CURRENT-- ))
        case $words[1] in
      \#(cases.joined(separator: "\n"))
          help)
            commands+=(
      \#(topics.joined(separator: "\n"))
            )
            _describe -t commands 'command or topic' commands ;;
        esac
      }
      if [[ $funcstack[1] == _flow ]]; then
        _flow "$@"
      else
        compdef _flow flow
      fi

      """#
  }

  private func commandCase(_ command: CommandSpec) -> String {
    var lines = command.allOptions.map(argument)
    let all = command.operandCompletions
    for (index, completion) in all.enumerated() {
      let isLast = index == all.count - 1 && command.repeatsOperands
      let place = isLast ? "*" : "\(index + 1)"
      lines.append("'\(place):operand:\(action(completion))'")
    }
    return "    \(command.name))\n      _arguments \\\n        "
      + lines.joined(separator: " \\\n        ") + "\n      ;;"
  }

  private func argument(_ option: OptionSpec) -> String {
    let value =
      option.completion.map { completion in
        String(repeating: ":value:\(action(completion))", count: option.valueCount)
      } ?? ""
    let meaning = "[\(quoted(option.meaning))]"
    let equals = option.value == nil ? "" : "="
    if let short = option.short {
      return "'(\(short) \(option.name))'{\(short),\(option.name)\(equals)}'\(meaning)\(value)'"
    }
    return "'\(option.repeats ? "*" : "")\(option.name)\(equals)\(meaning)\(value)'"
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .flows: "_flow_flows"
    case .scripts: "_files -g \"*.flow(-.)\""
    case .files: "_files"
    case .folders: "_files -/"
    case .anything: " "
    }
  }

  /// Returns an option's meaning, escaped for brackets and single quotes.
  private func quoted(_ text: String) -> String {
    var quoted = ""
    for character in text {
      switch character {
      case "'": quoted += "'\\''"
      case "[", "]", ":", "\\": quoted += "\\\(character)"
      default: quoted.append(character)
      }
    }
    return quoted
  }
}
