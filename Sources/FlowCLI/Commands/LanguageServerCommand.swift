import FlowHost
import FlowInterpreter
import FlowLanguageServer
import FlowScript
import FlowTerminal

/// `flow lsp`: runs the language server for an editor.
enum LanguageServerCommand {
  static let stdio = Flag("--stdio", "use the standard input and output (default)")

  static let spec = CommandSpec(
    name: "lsp", operands: "",
    summary: "serve an editor that speaks the Language Server Protocol",
    details: [
      "An editor starts this command. The server reads messages of the Language Server Protocol",
      "(3.17) from the standard input, and writes messages to the standard output. In the editor,",
      "it shows mistakes while you type, completes and explains words, finds and renames names",
      "across imports, and formats scripts.",
    ],
    operandCount: 0...0,
    options: [
      stdio
    ],
    examples: [("flow lsp", "the command for an editor's settings")],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    await withCheckedContinuation { continuation in
      Thread.start { continuation.resume(returning: serve(FileDescriptor(0), host)) }
    }
  }

  /// The maximum number of bytes to read at once.
  private static let chunkMax = 1 << 16

  /// Serves the editor that writes to a stream, until the stream ends.
  private static func serve(_ input: FileDescriptor, _ host: Host) -> ExitStatus {
    var session = ServerSession(engines: host.engines)
    var chunk = [UInt8](repeating: 0, count: chunkMax)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe input.take(into: buffer)
      }
      // If an editor leaves without `exit`, it has failed (LSP 3.17, `exit`).
      guard count > 0 else { return .failed }
      let output = session.take(chunk[..<count])
      if !output.isEmpty { host.output.write(String(decoding: output, as: UTF8.self)) }
      if let status = session.status { return status }
      guard host.output.failure == nil else { return .outputClosed }
    }
  }
}
