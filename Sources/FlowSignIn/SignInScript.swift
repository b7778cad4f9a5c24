import FlowDiagnostics
import FlowInterpreter
import FlowScript
package import FlowSyntax

/// A script that signs people in: loaded and checked once, run any number of times, also at once.
///
/// ```swift
/// let script = try SignInScript(
///   """
///   on identify           answer identifier = email
///   on challenge password answer passcode = secret PASSWORD
///   otherwise prompt
///   """, values: ["email"])
/// let signIn = try script.start(
///   okta, values: ["email": "sam@example.com"],
///   secrets: ["PASSWORD": Secret("Battery-Staple-2")], prompter: prompter)
/// let tokens = try await signIn.tokens()
/// ```
public struct SignInScript: Sendable {
  /// The names of its flows, those that rows make included, in order.
  public let flows: [String]
  /// What is probably not meant as it is written; it runs all the same.
  public let warnings: [SignInProblem]

  package let program: Program
  let valueNames: [String]
  /// The root of the tree that the script's files lie in; `nil` for a script without a file.
  let root: String?

  /// Loads a script from a text, which can import and read no files.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - name: What problems call it; a script without a `flow` block is a flow of this name.
  ///   - values: The names that the script uses and a run gives values to: those of the flow that it runs.
  /// - Throws: `SignInFailure.script`, with every mistake that can be seen without running it.
  public init(
    _ text: String, name: String = "script.flow", values: [String] = []
  ) throws(SignInFailure) {
    let script = LoadedScript.load(
      SourceFile(name: name, text: text), options: SignInScript.options(values),
      read: { _ throws(ReadFault) in throw .unreadable("a script without a file reads none") })
    try self.init(script, values, root: nil)
  }

  /// Loads a script from a file, with everything that it imports.
  ///
  /// Imports and `file` values come from the script's folder and below, or, in a checkout, from
  /// all of the checkout.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - values: The names that the script uses and a run gives values to: those of the flow that it runs.
  /// - Throws: `SignInFailure.script`, with every mistake that can be seen without running it, and
  ///   for a file that can't be read.
  public init(contentsOf path: String, values: [String] = []) throws(SignInFailure) {
    // The command line's name for the standard input is an ordinary file name to an app.
    let path = path == "-" ? "./-" : path
    let script = LoadedScript.load(path, options: SignInScript.options(values))
    try self.init(script, values, root: ScriptTree.root(of: path))
  }

  private static func options(_ values: [String]) -> LoadedScript.Options {
    var options = LoadedScript.Options(orgs: .issuers)
    options.variables = values
    options.checksValues = false
    return options
  }

  private init(
    _ script: LoadedScript, _ values: [String], root: String?
  ) throws(SignInFailure) {
    let masker = Masker()
    func check(_ diagnostics: [Diagnostic]) throws(SignInFailure) {
      let errors = diagnostics.filter { $0.severity == .error }
      if !errors.isEmpty { throw .script(SignInProblem.all(errors, masker: masker)) }
    }
    try check(script.diagnostics)
    program = script.program
    valueNames = values
    self.root = root
    let placeholders = Dictionary(values.map { ($0, "") }, uniquingKeysWith: { first, _ in first })
    let (plans, diagnostics) = SignInScript.plans(
      of: script.program.flows, in: script.program, values: placeholders)
    try check(diagnostics)
    flows = plans.map(\.name)
    warnings = SignInProblem.all(script.diagnostics, masker: masker)
  }

  /// Flows as they are run with these values, and what is wrong with them.
  static func plans(
    of flows: [Program.FlowUnit], in program: Program, values: [String: String]
  ) -> (plans: [RunPlan], diagnostics: [Diagnostic]) {
    var options = EngineCatalog.standard.planOptions
    options.variables = values
    var plans: [RunPlan] = []
    var diagnostics: [Diagnostic] = []
    for flow in flows {
      let made = RunPlan.make(program: program, flow: flow, options: options)
      plans += made.plans
      diagnostics += made.diagnostics
    }
    return (plans, diagnostics)
  }
}
