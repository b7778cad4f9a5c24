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

  /// Reads a version; `nil` if it has errors, which are reported.
  ///
  /// - Parameters:
  ///   - path: The path of a script, of a JSON file or of a folder with JSON files.
  ///   - claims: The text of the claims to add to an imported org.
  ///   - choice: The app and the secrets.
  ///   - policy: The name of the authentication policy, if an export has several.
  ///   - host: The files and the screen.
  ///   - style: The style of messages.
  /// - Returns: The version.
  /// - Throws: `UsageFault` if the path can't be read, or isn't a version of an org.
  static func read(
    _ path: String, claims: String, _ choice: OrgChoice, policy: String?, _ host: Host,
    _ style: Style
  ) throws(UsageFault) -> GateOrg? {
    var choice = choice
    let isScript = choice.file.map { !$0.hasSuffix(".json") && !FileReader.isFolder($0) } ?? false
    if isScript {
      guard claims.isEmpty else {
        throw UsageFault(
          message: "`--claims` is for imported orgs, and `\(path)` is a script",
          help: "write the claims into the script, or import the org into the script of the claims")
      }
    } else {
      guard let text = try imported(path, policy: policy, host) else { return nil }
      choice.file = nil
      choice.source = SourceFile(name: "\(path) as a script", text: text + claims)
    }
    var source = OrgSource(choice, for: (name: "flow gate", done: "compared"), host, style: style)
    return try source.find(app: false).map { GateOrg(found: $0, file: isScript ? path : nil) }
  }

  /// Returns the script of an export; `nil` if it has errors, which are reported.
  private static func imported(
    _ path: String, policy: String?, _ host: Host
  ) throws(UsageFault) -> String? {
    let ledger = ImportLedger()
    var status = ExitStatus.success
    let files = try ImportCommand.exported(path).compactMap { file in
      InspectCommand.read(file, host, &status).map {
        Exported(json: $0, spot: ExportPlace(file), ledger: ledger)
      }
    }
    guard status == .success else { return nil }
    // Both versions have the same name, whatever their addresses are.
    guard let made = try ImportedOrg.make(files, ledger, name: "imported", policy: policy) else {
      throw UsageFault(
        message: "`\(path)` has no answer of the Okta management API",
        help: "write the folder of `flow pull okta`, or a script of an org", status: .wrongScript)
    }
    return made.text
  }
}
