import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText
import OktaImport

/// `flow import`: makes a simulated org from the export of a real one.
enum ImportCommand {
  typealias Fault = UsageFault

  /// The systems whose exports the command reads.
  enum Source: String, CaseIterable {
    case okta, terraform
  }

  /// The maximum size of a file of an export: 32 MB.
  ///
  /// The users of a large tenant are in one file.
  static let bytesMax = 32 << 20

  static let policy = Option("--policy", "NAME", "the app's authentication policy")
  static let name = Option("--name", "NAME", "the name of the org")

  static let spec = CommandSpec(
    name: "import", operands: "okta|terraform EXPORT.json|DIR…",
    summary: "make a simulated org from an export of the Okta management API, or from Terraform",
    details: [
      "`okta` reads responses of the Okta management API, and recognizes each by its content. The files",
      "can contain policies, rules, authenticators with their methods, groups, users, factors,",
      "zones and apps. A file has one object, an array, or an object such as {\"policies\": […],",
      "\"rules\": […]}. Prints an org that `flow check` accepts.",
      "",
      "If the export has a list of apps, the org has these apps, each with its authentication",
      "policy. Otherwise the org has one app, and --policy names its policy. A simulated org",
      "can't express everything. If something is lost, the command prints a warning with its",
      "location in the export, and writes a comment into the org. A condition that can't be",
      "expressed becomes `unknown`. A note reports something that has no effect. Exports don't",
      "contain secrets, so the users of the org get simulated ones.",
      "",
      "`terraform` reads the output of `terraform show -json`: a state, or a plan as it is after",
      "its changes. A value that is known only after the plan is applied becomes `unknown`. What",
      "Terraform doesn't manage becomes `unknown` or a `gap`.",
    ],
    operandCount: 1...Int.max,
    options: [
      policy,
      name,
    ] + OutputOption.options("the org") + [
      SharedOptions.quiet.described(as: "print warnings only"),
      SharedOptions.json.described(as: "print warnings and notes as JSON, one per line"),
    ],
    examples: [
      ("flow import okta acme.okta.com", "the folder of `flow pull okta`"),
      ("flow import okta policies.json rules.json", "two files, as one org"),
      (
        "flow import okta export/*.json --policy 'Any two factors' -o acme.flow",
        "the org of one app, into a file"
      ),
      ("terraform show -json tfplan > plan.json", "a plan as JSON"),
      ("flow import terraform plan.json -o planned.flow", "the org after the plan is applied"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(Fault) {
      return try org(arguments, host)
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private static func org(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(Fault) -> ExitStatus {
    let word = arguments.operands[0]
    guard let source = Source(rawValue: word) else {
      throw Fault(
        message: "`flow import` takes `okta` or `terraform`, not `\(word)`", help: nil)
    }
    let name = arguments.text(ImportCommand.name)
    if let name, !OrgText.isWord(name) {
      throw Fault(
        message: "`--name`: `\(name)` isn't a name for an org",
        help: "a name is a letter, then letters, digits, `-` and `_`")
    }
    let output = try OutputOption.file(arguments)
    var status = ExitStatus.success
    let ledger = ImportLedger()
    let operands = Array(arguments.operands.dropFirst())
    let files =
      switch source {
      case .okta: try answers(operands, ledger, host, &status)
      case .terraform: try resources(operands, ledger)
      }
    guard status == .success else { return status }
    let made = try ImportedOrg.make(
      files, ledger, name: name, policy: arguments.text(ImportCommand.policy))
    tell(ledger.remarks, arguments, host)
    if ledger.untold > 0 {
      host.errors.print("flow: warning: \(ledger.untold) more remarks are left out\n")
    }
    guard let made else {
      host.errors.print(
        source == .okta
          ? "flow: nothing in these files is an answer of the Okta management API\n"
          : "flow: \(operands[0]): no resource remains after the plan is applied\n")
      return .wrongScript
    }
    guard let output else {
      host.output.write(made.text)
      return .success
    }
    let written = output.write(made.text, host)
    if written == .success, !arguments.has(SharedOptions.quiet) {
      host.output.print("\(output.path)\n")
    }
    return written
  }

  /// Reads responses of the management API.
  private static func answers(
    _ operands: [String], _ ledger: ImportLedger, _ host: Host, _ status: inout ExitStatus
  ) throws(Fault) -> [Exported] {
    var paths: [String] = []
    for path in operands { paths += try exported(path) }
    guard !paths.isEmpty else {
      throw Fault(
        message: "no export to read",
        help: "write `flow import okta EXPORT.json` or the folder of `flow pull okta`")
    }
    var files: [Exported] = []
    for path in paths {
      let json = InspectCommand.read(path, host, &status, limit: ImportCommand.bytesMax)
      guard let json else { continue }
      if let word = TerraformFile.word(for: json) {
        let failure = PlainFailure(
          "this is a \(word) of Terraform, not an answer of the Okta management API",
          help: "use `flow import terraform`")
        throw fault(failure, in: path)
      }
      files.append(Exported(json: json, spot: ExportPlace(path), ledger: ledger))
    }
    return files
  }

  /// Reads a plan or a state of Terraform.
  private static func resources(
    _ operands: [String], _ ledger: ImportLedger
  ) throws(Fault) -> [Exported] {
    guard let path = operands.first, operands.count == 1 else {
      throw Fault(
        message: operands.isEmpty
          ? "no plan or state to read" : "only one plan or state can be read",
        help: "write `flow import terraform plan.json`, with the output of `terraform show -json`")
    }
    return try terraform(path).bodies(.planned, ledger)
  }

  /// Reads a plan or a state of Terraform.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The plan or the state.
  /// - Throws: A fault if the file can't be read, or isn't a plan or a state.
  static func terraform(_ path: String) throws(Fault) -> TerraformFile {
    let bytes: [UInt8]
    do throws(ReadFault) {
      bytes = try FileReader.read(path, limit: TerraformFile.bytesMax)
    } catch {
      throw Fault(message: "\(path): \(error.words)", help: nil, status: .wrongScript)
    }
    do throws(PlainFailure) {
      return try TerraformFile(bytes, path: path)
    } catch {
      throw fault(error, in: path)
    }
  }

  /// Returns the fault about a file that isn't a plan or a state.
  static func fault(_ failure: PlainFailure, in path: String) -> Fault {
    var shown = failure
    shown.message = "\(path): \(failure.message)"
    var fault = Fault(shown)
    fault.status = .wrongScript
    return fault
  }

  /// The JSON files of a folder, sorted; or the path itself, if it is a file.
  static func exported(_ path: String) throws(Fault) -> [String] {
    guard FileReader.isFolder(path) else { return [path] }
    let names: [String]
    do throws(ReadFault) { names = try FileReader.names(in: path) } catch {
      throw Fault(message: "`\(path)`: \(error.words)", help: nil)
    }
    let files = names.filter { $0.hasSuffix(".json") }.sorted().map { "\(path)/\($0)" }
    guard files.isEmpty else { return files }
    throw Fault(
      message: "`\(path)` has no file with the ending .json",
      help: "`flow pull okta` writes such a folder")
  }

  /// Prints remarks about the parts of the export that aren't in the org or were changed.
  private static func tell(
    _ remarks: [ImportRemark], _ arguments: ParsedArguments, _ host: Host
  ) {
    for remark in remarks where remark.kind == .warning || !arguments.has(SharedOptions.quiet) {
      guard !arguments.has(SharedOptions.json) else {
        host.errors.writeLine(remark.json)
        continue
      }
      host.errors.print(
        "flow: \(remark.kind.rawValue): \(remark.file): \(remark.path): \(remark.message)\n")
    }
  }
}
