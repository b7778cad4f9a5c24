import FlowDiagnostics
import FlowHTTP
import FlowHost
import FlowScript
import FlowSyntax
import FlowInterpreter
import FlowText
import FlowTerminal
import OktaImport
import PolicyExplorer

/// One of the two versions of an org that `flow gate` compares: a script, an export of the Okta
/// management API, or a state of Terraform.
struct GateOrg {
  /// The org and its script.
  let found: OrgSource.Found
  /// The path of the script; `nil` if the org was imported.
  let file: String?

  /// What the org lacks of the real one, in one sentence; `nil` if it lacks nothing.
  var lack: String? { (found.whole ?? found.org).gapSentence }

  /// Whether a path on the command line is a script, not an export.
  static func isScript(_ choice: OrgChoice) -> Bool {
    choice.file.map { !$0.hasSuffix(".json") && !FileReader.isFolder($0) } ?? false
  }

  /// Reads a script; `nil` if it has errors, which are reported.
  ///
  /// - Parameters:
  ///   - path: The path of the script.
  ///   - claims: The claims for an imported org; `nil` if there are none.
  ///   - choice: The file, the app and the secrets.
  ///   - host: The files and the screen.
  ///   - style: The style of messages.
  /// - Returns: The version.
  /// - Throws: `UsageFault` if there are claims, or if the script has no org.
  static func script(
    _ path: String, claims: GateClaims?, _ choice: OrgChoice, _ host: Host, _ style: Style
  ) throws(UsageFault) -> GateOrg? {
    guard claims == nil else {
      throw UsageFault(
        message: "`--claims` is for imported orgs, and `\(path)` is a script",
        help: "write the claims into the script, or import the org into the script of the claims")
    }
    return try found(choice, file: path, host, style)
  }

  private static func found(
    _ choice: OrgChoice, file: String?, _ host: Host, _ style: Style
  ) throws(UsageFault) -> GateOrg? {
    var source = OrgSource(choice, for: (name: "flow gate", done: "compared"), host, style: style)
    return try source.find(app: false).map { GateOrg(found: $0, file: file) }
  }

  /// Imports a version.
  ///
  /// - Parameters:
  ///   - export: The files.
  ///   - claims: The claims to add; `nil` if there are none.
  ///   - choice: The app and the secrets.
  ///   - policy: The name of the authentication policy, if an export has several.
  ///   - host: The files and the screen.
  ///   - style: The style of messages.
  /// - Returns: The version; `nil` if it has errors, which are reported.
  /// - Throws: `UsageFault` if the files aren't a version of an org.
  static func imported(
    _ export: GateExport, claims: GateClaims?, _ choice: OrgChoice, policy: String?, _ host: Host,
    _ style: Style
  ) throws(UsageFault) -> GateOrg? {
    // Both versions have the same name, whatever their addresses are.
    let name = "imported"
    guard
      let made = try ImportedOrg.make(export.files, export.ledger, name: name, policy: policy)
    else { throw export.noOrg }
    var choice = choice
    choice.file = nil
    // Only the claims import other files, which are beside their own file.
    if let claims {
      choice.root = choice.root ?? ScriptTree.root(of: claims.source.name)
      choice.name = choice.name ?? name
    }
    let script = SourceFile(
      name: "\(claims?.source.name ?? export.path) as a script",
      text: made.text + (claims?.text ?? ""))
    let origin = GateOrigin(made, claims, in: script)
    choice.source = script
    choice.origin = ScriptOrigin(of: script) { origin.spot(of: $0) }
    return try found(choice, file: nil, host, style)
  }
}
