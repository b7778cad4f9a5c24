import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import OktaImport
import FlowSyntax
import OktaSimulator

/// Orgs that tests define.
enum OrgText {
  /// The org of settings; `nil` if they are invalid.
  static func org(_ settings: String) throws -> OktaSimulator.Org? {
    let source = SourceFile(name: "org.flow", text: "org acme {\n\(settings)\n}\n")
    let (program, diagnostics) = Program.load(source) { _ throws(ReadFault) in throw .missing }
    return diagnostics.isEmpty ? org(of: program) : nil
  }

  /// The org `acme` of a script; `nil` if it is missing or invalid.
  static func org(of program: Program) -> OktaSimulator.Org? {
    guard let org = program.orgs["acme"] else { return nil }
    let settings = org.settings(sources: ValueSources()).settings
    return OktaSimulator.Org.build(name: "acme", settings: settings).org
  }
}
