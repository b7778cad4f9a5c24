import FlowHTTP
import FlowDiagnostics
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText
import OktaImport

/// The files of a version of an org that `flow gate` imports.
struct GateExport {
  /// The path of the export, or of the plan.
  let path: String
  var files: [Exported]
  let ledger: ImportLedger
  /// The fault if the files have no org.
  let noOrg: UsageFault

  /// Reads an export, or a plan or a state of Terraform; `nil` if a file has errors, which are
  /// reported.
  ///
  /// - Parameters:
  ///   - path: The path of a JSON file or of a folder.
  ///   - host: The files and the screen.
  /// - Throws: `UsageFault` if the path can't be read.
  init?(_ path: String, _ host: Host) throws(UsageFault) {
    self.path = path
    let ledger = ImportLedger()
    var status = ExitStatus.success
    var files: [Exported] = []
    for file in try ImportCommand.exported(path) {
      files += try GateExport.bodies(of: file, ledger, host, &status)
    }
    guard status == .success else { return nil }
    self.files = files
    self.ledger = ledger
    noOrg = UsageFault(
      message: "`\(path)` has no answer of the Okta management API",
      help: "write the folder of `flow pull okta`, or a script of an org", status: .wrongScript)
  }

  /// Reads a moment of a plan.
  init(_ plan: GatePlan, _ moment: TerraformFile.Moment) {
    path = plan.path
    ledger = ImportLedger()
    files = plan.file.bodies(moment, ledger)
    noOrg = plan.noOrg(moment)
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
