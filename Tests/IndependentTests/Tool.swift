import FlowHTTP
import Foundation

/// A program of this machine that checks this package's output, and shares no code with it.
enum Tool {
  /// The Python that has the libraries: the value of `FLOW_PYTHON`, otherwise the one in the path.
  private static let python = ProcessInfo.processInfo.environment["FLOW_PYTHON"] ?? "python3"

  /// The program beside the tests; `nil` if it wasn't built with them.
  static let flow: String? = {
    let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let path = tests.appending(path: "flow").path()
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  /// The path of a script beside the tests.
  static func script(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path()
  }

  /// Whether a program can be started, and supports the request.
  static func answers(_ arguments: [String], input: String = "") -> Bool {
    (try? run(arguments, input: Array(input.utf8)))?.status == 0
  }

  /// Whether a Python library is installed.
  static func hasPython(_ libraries: String...) -> Bool {
    libraries.contains { answers([python, "-c", "import \($0)"]) }
  }

  /// Runs a program to its end.
  static func run(
    _ arguments: [String], input: [UInt8] = [], showsErrors: Bool = false
  ) throws -> (status: Int32, output: [UInt8]) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = showsErrors ? stdout as Any : FileHandle.nullDevice
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input))
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, Array(output))
  }

  /// Runs a script beside the tests, and returns its output.
  static func python(
    _ name: String, _ arguments: [String]
  ) throws -> (status: Int32, output: [UInt8]) {
    try run([python, script(name)] + arguments, showsErrors: true)
  }

  /// The output of `verify.py`.
  static func verify(_ what: String, _ given: JSON) throws -> JSON {
    try JSON(parsing: run([python, script("verify.py"), what], input: given.bytes()).output)
  }
}
