import FlowDiagnostics
package import FlowInterpreter
import FlowScript
package import FlowSyntax
package import FlowHTTP

extension RunContext {
  /// Puts the refusals of an org's settings together with those of its flow, so that all variables
  /// that need permission are listed at once.
  func refusals(_ diagnostics: [Diagnostic], of plan: RunPlan, asks: Bool = false) -> [Diagnostic] {
    guard diagnostics.contains(where: { $0.kind == .envNotAllowed }) else { return diagnostics }
    let others = diagnostics.filter { $0.kind != .envNotAllowed }
    let all = plan.refusal(
      by: sources(demo: false, of: plan).leaving, asks: asks, and: diagnostics)
    return others + (all.map { [$0] } ?? [])
  }

  /// Finds out, before anything is sent, whether a flow may read all variables that it needs at a
  /// real issuer.
  ///
  /// - Throws: `RunTrouble`, with all variables that it may not read.
  package func checkVariables(of plan: RunPlan) throws(RunTrouble) {
    let sources = sources(demo: false, of: plan).leaving
    if let refusal = plan.refusal(by: sources, asks: false) { throw .problems([refusal]) }
  }

  /// What a flow and its issuer's settings can send there, a line each: as the script writes it,
  /// and where its value comes from.
  package func outsideValues(
    of target: RunTarget, _ plan: RunPlan, in program: Program
  ) -> [String] {
    var values = plan.outsideValues
    if case .script(let name)? = target.settings?.issuer?.origin,
      let org = (orgProgram ?? program).orgs[name]
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
    switch options.permissions.variables.giver(of: name) {
    case .option: "allowed by `--env`"
    case .projectFile: "allowed by `\(host.projectFile)`"
    case .prefix: "allowed because its name begins with `FLOW_`"
    case nil: "not allowed, and not sent without `--env \(name)`"
    }
  }

  private func source(ofSecret name: String) -> String {
    let variables = options.permissions.variables
    if variables.allows(name), host.environment[name] != nil {
      return "the variable, \(source(ofVariable: name))"
    }
    if values(demo: false).secret(name) != nil, let file = options.secretsFile {
      return "from \(file)"
    }
    return "asked for"
  }

  /// Where a program is that is named by a path; one without a folder is looked for in `PATH`.
  private func place(of command: String, _ script: String) -> String {
    let program = command.prefix { $0 != " " }
    guard program.utf8.contains(UInt8(ascii: "/")), !program.contains("…") else { return "" }
    return " (\(FileReader.place(ValueFile.resolve(String(program), besides: script))))"
  }

  /// The issuer of a target, if only a script names it and nothing else allows its host.
  package func unallowedIssuer(of target: RunTarget) -> HTTPURL? {
    guard let issuer = target.settings?.issuer, issuer.origin.isOfScript else { return nil }
    let permissions = options.permissions
    let isAllowed = permissions.isLive(issuer.value) || permissions.isNamed(issuer.value)
    return isAllowed ? nil : issuer.value
  }
}
