import FlowEngine
import FlowHTTP
import FlowHost
import FlowScript
import FlowTerminal
import FlowText
import OktaSimulator
import PolicyExplorer

/// `flow export`: writes a simulated org as the answers of the Okta management API.
enum ExportCommand {
  typealias Fault = UsageFault

  static let folder = Option(
    "--output", short: "-o", "DIR", "write one file for each list into this folder")

  static let spec = CommandSpec(
    name: "export", operands: "okta [FILE [ORG]]",
    summary: "write a simulated org as answers of the Okta management API",
    details: [
      "Prints one JSON object: for each list of the API its path, and its elements as the API",
      "answers them. With --output, writes a folder as `flow pull` does, for `flow import okta`.",
      "`flow serve` answers the same lists at /api/v1.",
      "",
      "The API can't say everything that a simulated org can have. What is missing is printed as",
      "a warning, and the status is 1.",
    ],
    operandCount: 1...3,
    options: [
      folder, SharedOptions.secrets, SharedOptions.root,
      SharedOptions.force.described(as: "overwrite existing files"),
    ],
    examples: [
      ("flow export okta org.flow", "what the management API says of the org"),
      ("flow export okta org.flow -o acme", "a folder that `flow import okta acme` reads"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(Fault) {
      return try export(arguments, host)
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private static func export(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(Fault) -> ExitStatus {
    guard arguments.operands[0] == "okta" else {
      throw Fault(
        message: "`flow export` takes `okta`, not `\(arguments.operands[0])`", help: nil)
    }
    let operands = Array(arguments.operands.dropFirst())
    var choice = try OrgArguments.choice(named: operands.first, arguments, host)
    if operands.count > 1 { choice.name = operands[1] }
    let style = try ColorOption.style(host.errors, arguments, host.environment)
    var source = OrgSource(
      choice, for: (name: "flow export", done: "exported"), host, style: style)
    guard let found = try source.find() else { return .wrongScript }
    let export = ManagementExport(found.org, now: host.clock.now)
    for loss in export.losses {
      host.errors.print("flow: warning: the API can't say \(loss)\n")
    }
    let status: ExitStatus = export.losses.isEmpty ? .success : .failed
    guard let path = arguments.text(folder) else {
      let members = export.lists.map { JSONObject.Member($0.path, .array($0.elements)) }
      host.output.writeLine(.object(JSONObject(members: members)))
      return status
    }
    let files = export.lists.map { list in
      MadeFile(
        path: ExportCommand.name(of: list.path),
        text: String(decoding: JSON.array(list.elements).bytes(), as: UTF8.self) + "\n")
    }
    let made = MadeFiles(files: files, folder: path)
    if !arguments.has(SharedOptions.force), let fault = made.fault(help: "`--force` overwrites it")
    {
      throw fault
    }
    let written = made.write(host, tellsPaths: false)
    if written == .success { host.output.print("\(path)\n") }
    return written.worse(status)
  }

  /// The name of a list's file, as `flow pull` names it.
  static func name(of path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    if path.hasPrefix("policies?type=") { return "policies-\(path.dropFirst(14)).json" }
    switch (parts.first, parts.count) {
    case ("meta", _): return "user-types.json"
    case (_, 1): return "\(parts[0]).json"
    case ("policies", _), ("authenticators", _): return "\(parts[2])-\(parts[1]).json"
    case ("groups", _): return "members-of-\(parts[1])-users.json"
    default: return "\(parts[2])-of-\(parts[1]).json"
    }
  }
}
