import CommandSupport
import FlowTerminal
import Testing

/// The flows of changes that depend on a device.
@Suite("flow diff: devices") struct DeviceDiffTests {
  private static func org(_ rules: String) -> String {
    """
    org acme {
      authenticators password, phone via sms
      recovery { deny password, unlock }
      user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
      \(rules)
    }

    """
  }

  @Test(
    "A flow states the device that the change is about",
    arguments: [
      ("os-version \"14\"", "posture = \"os-version 14\""),
      ("disk-encryption full, user", "posture = \"disk-encryption full\""),
      ("screen-lock biometric; jailbreak denied", "screen-lock biometric; not-jailbroken"),
    ])
  func posture(requirement: String, posture: String) async throws {
    let folder = try TemporaryFolder()
    let old = """
      assurance "Phones" { platform android; \(requirement) }
        sign-on "phones" { when assurance "Phones"; deny }
        sign-on { require password }
      """
    let files = [
      try folder.write("old.flow", Self.org(old)),
      try folder.write("new.flow", Self.org("sign-on { require password }")),
    ]
    let run = await Shell()(["diff"] + files)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.output.contains(posture), "\(run.all)")
    let flow = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.contains("flow \"") }.prefix { !$0.isEmpty }
      .map { $0.replacing("\"***\"", with: "\"Correct-Horse-1\"") }.joined(separator: "\n")
    let script = try folder.write("flow.flow", "import \"new.flow\"\n\n\(flow)\n")
    let sample = await Shell()("test", script)
    #expect(sample.status == .success, "\(sample.all)\n\(flow)")
  }
}
