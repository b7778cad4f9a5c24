import CommandSupport
import FlowScript
import FlowTerminal
import Testing

/// Two exports of the same org, of which the newer one is edited.
struct GateExports {
  let folder: TemporaryFolder
  let old: String
  let new: String

  /// Exports an org twice, or two versions of it.
  init(_ org: String, _ other: String? = nil) async throws {
    folder = try TemporaryFolder()
    old = folder.path + "/a"
    new = folder.path + "/b"
    for (path, text) in [(old, org), (new, other ?? org)] {
      let script = try folder.write("org.flow", text)
      let run = await Shell()("export", "okta", script, "--output", path)
      #expect(run.status == .success, "\(run.all)")
    }
  }

  /// Replaces a text in the newer export; returns how often it was there.
  func replace(_ text: String, with other: String, in prefix: String) throws -> Int {
    var count = 0
    for name in try FileReader.names(in: new) where name.hasPrefix(prefix) {
      let bytes = try FileReader.read("\(new)/\(name)", limit: 1 << 20)
      let own = String(decoding: bytes, as: UTF8.self)
      count += own.count(of: text)
      _ = try folder.write("b/\(name)", own.replacing(text, with: other))
    }
    return count
  }

  func gate(_ options: String...) async -> Shell.Outcome {
    await Shell()(["gate", old, new] + options)
  }
}
