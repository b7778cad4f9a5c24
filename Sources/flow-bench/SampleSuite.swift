import Foundation

/// A folder of tests as in a project: an org in a separate file, and files of flows that sign in at
/// it in six steps each.
enum SampleSuite {
  /// The name of the folder's file of secrets.
  static let secrets = "secrets.txt"

  /// The number of flows per file.
  private static let flowsInFile = 50

  /// Performs work with a folder of this many flows, and then removes the folder.
  static func with<Result>(flows: Int, _ work: (String) -> Result?) -> Result? {
    folder { url in
      try write(org, to: url, "org.flow")
      try write("JANE_PASSWORD=Correct-Horse-1\n", to: url, secrets)
      for first in stride(from: 0, to: flows, by: flowsInFile) {
        let numbers = first..<min(flows, first + flowsInFile)
        let text = "import \"org.flow\"\n" + numbers.map(flow).joined()
        try write(text, to: url, "sign-ins-\(first / flowsInFile).flow")
      }
    } work: {
      work($0)
    }
  }

  /// Performs work with equally many scenarios of six steps that do nothing, in equally many files,
  /// for `behave`.
  static func withFeatures<Result>(flows: Int, _ work: (String) -> Result?) -> Result? {
    folder { url in
      let steps = url.appendingPathComponent("steps")
      try FileManager.default.createDirectory(at: steps, withIntermediateDirectories: true)
      try write(
        "from behave import step\n\n@step(\"step {n:d} is taken\")\ndef taken(context, n):\n    pass\n",
        to: steps, "steps.py")
      for first in stride(from: 0, to: flows, by: flowsInFile) {
        let numbers = first..<min(flows, first + flowsInFile)
        let scenarios = numbers.map { number in
          "  Scenario: sign-in \(number)\n"
            + (1...6).map { "    Given step \($0) is taken\n" }.joined()
        }
        try write(
          "Feature: sign-ins \(first)\n" + scenarios.joined(), to: url, "\(first).feature")
      }
    } work: {
      work($0)
    }
  }

  /// Performs work with equally many tests of six keywords that do nothing, in equally many files,
  /// for Robot Framework.
  static func withRobots<Result>(flows: Int, _ work: (String) -> Result?) -> Result? {
    folder { url in
      for first in stride(from: 0, to: flows, by: flowsInFile) {
        let numbers = first..<min(flows, first + flowsInFile)
        let tests = numbers.map { number in
          "Sign-in \(number)\n" + String(repeating: "    No Operation\n", count: 6)
        }
        try write("*** Test Cases ***\n" + tests.joined(), to: url, "s\(first).robot")
      }
    } work: {
      work($0)
    }
  }

  private static func flow(_ number: Int) -> String {
    """

    flow "sign-in \(number)" tagged six {
      against bench
      on identify                         answer identifier = "jane@example.com"
      on challenge password               answer passcode = secret JANE_PASSWORD
      on select-authenticator             choose phone
      on authenticator-verification-data  choose sms
      on challenge phone once             resend
      on challenge phone                  answer code = inbox sms
      expect success
      expect steps is 6
    }

    """
  }

  private static let org = """
    org bench {
      authenticators password, phone
      user "jane@example.com" { password "Correct-Horse-1"; phone "+15551234567" }
      sign-on "two" { require 2 factors }
    }

    """

  // MARK: Files

  private static func write(_ text: String, to folder: URL, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private static func folder<Result>(
    _ fill: (URL) throws -> Void, work: (String) -> Result?
  ) -> Result? {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("flow-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try fill(url)
    } catch {
      return nil
    }
    return work(url.path)
  }
}
