import FlowDiagnostics
import FlowSyntax

/// Checks what the parser can't check in a program: names, types, engines, and rules that can never
/// fire.
///
/// The checker visits each flow of the first script and each profile once. Words are compared by
/// their ids, and strings are created only for problems.
struct Checker: CheckPart {
  let context: CheckContext

  init(_ program: Program, _ options: CheckOptions) {
    context = CheckContext(program, options)
  }

  /// Checks the whole program.
  ///
  /// - Returns: The problems, sorted by file and location.
  func check() -> [Diagnostic] {
    checkEmpty()
    context.collectNames()
    profileCheck.checkProfileCycles()
    constantCheck.checkConstants()
    let flowCheck = FlowCheck(context: context)
    for flow in program.flows { flowCheck.check(flow) }
    context.usage.enter(flow: false)
    context.profiles.spreadEngines()
    for number in context.profiles.profiles.indices { profileCheck.checkProfile(number) }
    let orgCheck = OrgCheck(context: context)
    for org in program.orgs.values { orgCheck.check(org) }
    ClaimCheck(context: context).checkClaims()
    unusedCheck.checkUnused()
    let problems = context.problems
    return program.sorted(problems.diagnostics) + (problems.overflow.map { [$0] } ?? [])
  }

  /// Reports a program whose first file contains only comments and blanks.
  private func checkEmpty() {
    guard let script = program.scripts.first, script.items.isEmpty else { return }
    context.enter(script)
    var isComment = false
    for byte in bytes {
      if byte == UInt8(ascii: "#") { isComment = true }
      if byte == 0x0A { isComment = false }
      guard isComment || byte <= 0x20 || byte >= 0x80 else { return }
    }
    report(.emptyScript, SourceRange(0, 0))
  }
}
