import FlowDiagnostics
import FlowInterpreter
import FlowScript
import FlowSyntax

/// Lists the values from outside that a flow can send to a real issuer, for the question to the
/// user.
struct SentValues {
  let context: RunContext

  /// Returns one line for each value that a flow and its issuer's settings can send.
  ///
  /// A line has the value's notation in the script, and where the value comes from.
  func lines(
    of target: RunTarget, _ plan: RunPlan, in program: Program
  ) -> [String] {
    var values = plan.outsideValues
    if case .script(let name)? = target.settings?.issuer?.origin,
      let org = (context.orgProgram ?? program).orgs[name]
    {
      values += org.outsideValues
    }
    var lines: [String] = []
    for value in values {
      let line = line(for: value)
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  private func line(for value: OutsideValue) -> String {
    switch value {
    case .env(let name): "env \(name) (\(source(ofVariable: name)))"
    case .secret(let name): "secret \(name) (\(source(ofSecret: name)))"
    case .file(let path, let script):
      "file \"\(path)\" (\(FileReader.place(ValueFile.resolve(path, besides: script))))"
    case .computedFile(let script):
      "file … (a path that \(FileReader.place(script)) makes in the run)"
    case .command(let command, let script): "run \"\(command)\"" + place(of: command, script)
    case .variable(let name): "--var \(name)"
    }
  }

  private func source(ofVariable name: String) -> String {
    switch context.options.permissions.variables.giver(of: name) {
    case .option: "allowed by `--env`"
    case .projectFile: "allowed by `\(context.host.projectFile)`"
    case .prefix: "allowed because its name begins with `FLOW_`"
    case nil: "not allowed, and not sent without `--env \(name)`"
    }
  }

  private func source(ofSecret name: String) -> String {
    let variables = context.options.permissions.variables
    if variables.allows(name), context.host.environment[name] != nil {
      return "the variable, \(source(ofVariable: name))"
    }
    if context.values(demo: false).secret(name) != nil, let file = context.options.secretsFile {
      return "from \(file)"
    }
    return "asked for"
  }

  /// Returns the location of a program in parentheses; empty if its name isn't a path.
  ///
  /// A program without a path is searched in `PATH`.
  private func place(of command: String, _ script: String) -> String {
    let program = command.prefix { $0 != " " }
    guard program.utf8.contains(UInt8(ascii: "/")), !program.contains("…") else { return "" }
    return " (\(FileReader.place(ValueFile.resolve(String(program), besides: script))))"
  }
}
