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

  /// Reads a version; `nil` if it has errors, which are reported.
  ///
  /// - Parameters:
  ///   - path: The path of a script, of a JSON file or of a folder with JSON files.
  ///   - claims: The claims to add to an imported org; `nil` if there are none.
  ///   - choice: The app and the secrets.
  ///   - policy: The name of the authentication policy, if an export has several.
  ///   - host: The files and the screen.
  ///   - style: The style of messages.
  /// - Returns: The version.
  /// - Throws: `UsageFault` if the path can't be read, or isn't a version of an org.
  static func read(
    _ path: String, claims: GateClaims?, _ choice: OrgChoice, policy: String?, _ host: Host,
    _ style: Style
  ) throws(UsageFault) -> GateOrg? {
    let isScript = choice.file.map { !$0.hasSuffix(".json") && !FileReader.isFolder($0) } ?? false
    guard isScript else {
      return try imported(path, claims: claims, choice, policy: policy, host, style)
    }
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

  /// Imports a version from an export, or from a plan or a state of Terraform.
  ///
  /// - Parameters:
  ///   - path: The path of a JSON file or of a folder.
  ///   - plan: The plan that was read, and its moment; `nil` to read an export.
  ///   - claims: The claims to add; `nil` if there are none.
  ///   - choice: The app and the secrets.
  ///   - policy: The name of the authentication policy, if an export has several.
  ///   - host: The files and the screen.
  ///   - style: The style of messages.
  /// - Returns: The version; `nil` if it has errors, which are reported.
  /// - Throws: `UsageFault` if the path can't be read, or isn't a version of an org.
  static func imported(
    _ path: String, of plan: (plan: GatePlan, moment: TerraformFile.Moment)? = nil,
    claims: GateClaims?, _ choice: OrgChoice, policy: String?, _ host: Host, _ style: Style
  ) throws(UsageFault) -> GateOrg? {
    let ledger = ImportLedger()
    var status = ExitStatus.success
    var files: [Exported] = []
    if let plan {
      files = plan.plan.file.bodies(plan.moment, ledger)
    } else {
      for file in try ImportCommand.exported(path) {
        files += try bodies(of: file, ledger, host, &status)
      }
    }
    guard status == .success else { return nil }
    // Both versions have the same name, whatever their addresses are.
    guard let made = try ImportedOrg.make(files, ledger, name: "imported", policy: policy) else {
      if let plan { throw plan.plan.noOrg(plan.moment) }
      throw UsageFault(
        message: "`\(path)` has no answer of the Okta management API",
        help: "write the folder of `flow pull okta`, or a script of an org", status: .wrongScript)
    }
    var choice = choice
    choice.file = nil
    let script = SourceFile(
      name: "\(path) as a script", text: made.text + (claims?.text ?? ""))
    let origin = GateOrigin(made, claims, in: script)
    choice.source = script
    choice.origin = ScriptOrigin(of: script) { origin.spot(of: $0) }
    return try found(choice, file: nil, host, style)
  }

  /// Reads an answer of the management API, or a plan or a state of Terraform.
  private static func bodies(
    of file: String, _ ledger: ImportLedger, _ host: Host, _ status: inout ExitStatus
  ) throws(UsageFault) -> [Exported] {
    let json = InspectCommand.read(file, host, &status, limit: ImportCommand.bytesMax)
    guard let json else { return [] }
    guard json["format_version"] != nil else {
      return [Exported(json: json, spot: ExportPlace(file), ledger: ledger)]
    }
    do throws(PlainFailure) {
      return try TerraformFile(json, path: file).bodies(.planned, ledger)
    } catch {
      throw ImportCommand.fault(error, in: file)
    }
  }
}
