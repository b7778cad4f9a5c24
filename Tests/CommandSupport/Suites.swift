package import FlowTestRunner
import FlowScript
import FlowSyntax

/// Scripts that a test of `flow test` runs.
package enum Suites {
  /// Ends at the first step, as expected.
  package static func passing(_ name: String, tags: String = "") -> String {
    "flow \"\(name)\" \(tags)" + " {\n  otherwise stop\n  expect stopped\n}\n"
  }

  /// Ends at the first step, and expects success.
  package static func failing(_ name: String) -> String {
    "flow \"\(name)\" {\n  otherwise stop\n  expect success\n  expect path challenge\n}\n"
  }

  /// The events of a report of these scripts.
  package static func events(_ text: String) throws -> [TestEvent] {
    try text.split(separator: "\n").map { try TestEvent(line: Array($0.utf8)) }
  }
}

extension [TestEvent] {
  /// The flows in them.
  package var flows: [FlowReport] {
    compactMap { if case .flow(let report) = $0 { report } else { nil } }
  }

  /// The end of the run.
  package var end: TestRunEnd? {
    if case .ended(let end)? = last { end } else { nil }
  }
}

extension Suites {
  /// A folder with files.
  package static func folder(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { _ = try folder.write(name, text) }
    return folder
  }
}

extension TemporaryFolder {
  /// Whether a file or a folder of this name exists.
  package func holds(_ name: String) -> Bool { FileReader.exists(path + "/" + name) }
}
