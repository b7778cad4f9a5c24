import FlowManual

/// Makes the completion script for bash 3.2 and later.
struct BashCompletion {
  var commands: [CommandSpec]

  /// The script.
  var text: String {
    let cases = commands.map(commandCase).joined(separator: "\n")
    let values = commands.flatMap(valueCases).joined(separator: "\n")
    let operands = commands.flatMap(operandCases).joined(separator: "\n")
    let names =
      commands.map(\.name) + ["help", "version"]
      + [SharedOptions.help, SharedOptions.version].map(\.spec.name)
    let helped = commands.map(\.name) + Manual.topics.map(\.name)
    return #"""
      # The completion of flow for bash, made by `flow completions bash`.
      _flow_words() {
        COMPREPLY=($(compgen -W "$1" -- "$cur"))
      }
      _flow_paths() {
        local line
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <("$@")
      }
      _flow_scripts() {
        compgen -f -X '!*.flow' -- "$cur"
        compgen -d -- "$cur"
      }
      _flow_flows() {
        local line typed=${cur//\\/}
        typed=${typed#[\"\']}
        while IFS= read -r line; do
          [[ $line == "$typed"* ]] || continue
          case $cur in
            [\"\']*) COMPREPLY+=("$line") ;;
            *) COMPREPLY+=("$(printf %q "$line")") ;;
          esac
        done < <("${COMP_WORDS[0]/#\~/$HOME}" completions flows -- "${files[@]}" 2>/dev/null)
      }
      _flow() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
        local command options= valued= word index=2 position=0
        local -a files=()
        COMPREPLY=()
        if (( COMP_CWORD < 2 )); then
          _flow_words "\#(names.joined(separator: " "))"
          return
        fi
        # `--name=value` is three words.
        if [[ $cur == = ]]; then cur=
        elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}
        fi
        command=${COMP_WORDS[1]}
        case $command in
      \#(cases)
          help) [[ $COMP_CWORD == 2 ]] && _flow_words "\#(helped.joined(separator: " "))"
            return ;;
          *) return ;;
        esac
        while (( index < ${#COMP_WORDS[@]} )); do
          word=${COMP_WORDS[index]}
          if (( index == COMP_CWORD )); then :
          elif [[ $word == -* ]]; then
            if [[ $valued == *" $word "* ]]; then
              [[ ${COMP_WORDS[index+1]} == = ]] && index=$(( index + 1 ))
              index=$(( index + 1 ))
              [[ $valued == *" $word $word "* ]] && index=$(( index + 1 ))
            fi
          else
            word=${word//\\/}
            files+=("${word/#\~/$HOME}")
            (( index < COMP_CWORD )) && position=$(( position + 1 ))
          fi
          index=$(( index + 1 ))
        done
        word=${COMP_WORDS[COMP_CWORD-2]}
        [[ $valued == *" $word $word "* ]] && prev=$word
        case "$command $prev" in
      \#(values)
        esac
        if [[ $cur == -* ]]; then
          _flow_words "$options"
          return
        fi
        case "$command $position" in
      \#(operands)
        esac
      }
      complete -F _flow flow

      """#
  }

  private func commandCase(_ command: CommandSpec) -> String {
    let names = command.allOptions.flatMap { [$0.short, $0.name].compactMap { $0 } }
    // An option with several values is in the list once for each value.
    let valued = command.allOptions.filter { $0.value != nil }
      .flatMap { Array(repeating: $0.name, count: $0.valueCount) }
    return "    \(command.name)) options='\(names.joined(separator: " "))'\n"
      + "      valued=' \(valued.joined(separator: " ")) ' ;;"
  }

  private func valueCases(_ command: CommandSpec) -> [String] {
    command.allOptions.compactMap { option in
      option.completion.map { completion in
        "    '\(command.name) \(option.name)') \(call(completion)) return ;;"
      }
    }
  }

  private func operandCases(_ command: CommandSpec) -> [String] {
    let all = command.operandCompletions
    return all.enumerated().map { index, completion in
      let isLast = index == all.count - 1 && command.repeatsOperands
      let place = isLast ? "\"\(command.name) \"*" : "'\(command.name) \(index)'"
      return "    \(place)) \(call(completion)) ;;"
    }
  }

  private func call(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): "_flow_words '\(words.joined(separator: " "))';"
    case .flows: "_flow_flows;"
    case .scripts: "_flow_paths _flow_scripts;"
    case .files: "_flow_paths compgen -f -- \"$cur\";"
    case .folders: "_flow_paths compgen -d -- \"$cur\";"
    case .anything: ":;"
    }
  }
}
