import FlowSyntax
import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowScript
import FlowTerminal
import FlowText
import IDXEngine

/// `flow inspect`: shows a captured response as a script sees it.
enum InspectCommand {
  static let summary = Flag("--summary", "print one line per file")

  static let spec = CommandSpec(
    name: "inspect", operands: "RESPONSE.json…",
    summary: "show captured IDX responses as a script sees them",
    details: [
      "Prints what a script can use: the steps with their fields and options, the authenticators,",
      "methods and capabilities, the messages, and the outcome. Also prints every part that flow",
      "doesn't understand. Handles, codes and tokens are masked. `-` reads the standard input.",
    ],
    operandCount: 1...Int.max,
    options: [
      SharedOptions.json.described(as: "print JSON: one object per file, one per line"),
      summary,
    ],
    examples: [
      ("flow inspect response.json", "the step as a script sees it"),
      ("flow inspect --summary captures/*.json", "an overview of many"),
    ],
    run: run)

  /// The maximum size of a response in bytes.
  ///
  /// Real responses have at most 50 KB.
  static let bytesMax = 16 << 20

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    var status = ExitStatus.success
    do {
      try arguments.exclude(SharedOptions.json, InspectCommand.summary)
      let style = try ColorOption.style(host.output, arguments, host.environment)
      for path in arguments.operands {
        guard host.output.failure == nil else { break }
        guard let json = read(path, host, &status) else { continue }
        let inspection = IDXInspection(json)
        if arguments.has(SharedOptions.json) {
          print(inspection.json, of: path, host)
        } else if arguments.has(InspectCommand.summary) {
          host.output.print(InspectionText.summary(inspection, path, style) + "\n")
        } else {
          if arguments.operands.count > 1 {
            host.output.print(style("\(path)", as: .bold) + "\n")
          }
          host.output.print(InspectionText.page(inspection, style))
        }
      }
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
    return status
  }

  /// Reads a captured response; if that fails, prints the problem and returns `nil`.
  static func read(
    _ path: String, _ host: Host, _ status: inout ExitStatus, limit: Int = bytesMax
  ) -> JSON? {
    do {
      let bytes = try FileReader.read(path, limit: limit)
      var limits = JSONLimits.standard
      limits.size = max(limits.size, limit == bytesMax ? 0 : limit)
      return try JSON(parsing: bytes, limits: limits)
    } catch let failure as JSONFailure {
      host.errors.print("flow: \(path): not a JSON document: \(failure)\n")
    } catch let failure as ReadFault {
      host.errors.print("flow: \(path): \(failure.words)\n")
    } catch {
      host.errors.print("flow: \(path): can't be read\n")
    }
    status = .wrongScript
    return nil
  }

  private static func print(_ json: JSON, of path: String, _ host: Host) {
    var object: JSONObject = ["file": .string(path)]
    for member in json.object?.members ?? [] { object[member.name] = member.value }
    host.output.writeLine(.object(object))
  }
}
