import CommandSupport
import FlowCLI
import FlowCrypto
import FlowTerminal
import OktaSimulator
import FlowHTTP
import Foundation
import Testing

@Suite("Passkeys in a file and from a user")
struct PasskeyFileTests {
  private let folder: TemporaryFolder
  private var file: String { folder.path + "/passkeys.json" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let settings = """
    authenticators password, webauthn
    user "jane@example.com" { password "Correct-Horse-1" }
    user "sam@example.com" { password "Correct-Horse-1"; passkey sam }
    sign-on { require password and webauthn }
    """
  private static let org = "org acme {\n\(settings)\n}"
  private static let script = """
    let word = "Correct-Horse-1"
    on identify                    answer identifier = "jane@example.com"
    on challenge password          answer passcode = word
    on select-authenticator-enroll choose webauthn
    on enroll-authenticator        answer passkey = passkey jane
    on challenge webauthn          answer passkey = passkey jane
    """

  private func run(_ transport: any Transport, _ arguments: [String]) async throws -> Shell.Outcome
  {
    let script = try folder.write("script.flow", Self.script)
    let options = [
      "--issuer", "https://acme.flow.test/oauth2/default", "--client-id", "0oa1",
      "--redirect-uri", "com.example:/callback",
    ]
    return await Shell(transport: transport)(["run", script] + options + arguments)
  }

  private func saved() throws -> [JSON] {
    let json = try JSON(parsing: Array(Data(contentsOf: URL(filePath: file))))
    return json["passkeys"]?.array ?? []
  }

  @Test(
    "A passkey from one run signs in the next one, from a file that only its owner can read",
    .enabled(if: RSA.isAvailable))
  func kept() async throws {
    let server = try OrgServer.signing(Self.settings)
    let first = try await run(server, ["--passkeys", file])
    #expect(first.status == .success, "\(first.all)")
    #expect(first.output.contains("enroll-authenticator webauthn       answer passkey "))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try saved().map { $0["counter"] } == [0])
    let second = try await run(server, ["--passkeys", file])
    #expect(second.status == .success, "\(second.all)")
    #expect(second.output.contains("challenge-authenticator webauthn    answer passkey "))
    #expect(try saved().map { $0["counter"] } == [1])
    let key = try #require(try saved().first?["privateKey"]?.string)
    #expect(!(first.all + second.all).contains(key))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["passkeys.json", "script.flow"])
    // Without the file no passkey can answer.
    let third = try await run(server, [])
    #expect(third.status != .success, "\(third.all)")
    #expect(third.errors.contains("there is no passkey `jane`"))
  }

  @Test("A link keeps its target")
  func link() async throws {
    _ = try folder.makeFolder("far")
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: folder.path + "/far/keys.json")
    _ = try folder.write("far/keys.json", #"{"version":1,"passkeys":[]}"#)
    let script = try folder.write("script.flow", Self.org + "\n" + Self.script)
    let run = await Shell(drawsAnew: true)("run", script, "--passkeys", file)
    #expect(run.status == .success, "\(run.all)")
    #expect(try saved().count == 1)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file).hasSuffix("keys.json"))
  }

  @Test(
    "A file that is broken or has other contents is reported, and left unchanged",
    arguments: [
      "hello", "{}", #"{"version":2,"passkeys":[]}"#, #"{"version":1,"passkeys":[{"name":"a"}]}"#,
    ])
  func broken(text: String) async throws {
    let script = try folder.write("script.flow", Self.org + "\n" + Self.script)
    _ = try folder.write("passkeys.json", text)
    let run = await Shell()("run", script, "--passkeys", file)
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains("`--passkeys`: \(file): "), "\(run.errors)")
    #expect(try Data(contentsOf: URL(filePath: file)) == Data(text.utf8))
  }

  @Test("A pipe, a device and the standard input can't store passkeys")
  func special() async throws {
    let script = try folder.write("script.flow", Self.org + "\n" + Self.script)
    let pipe = folder.path + "/pipe"
    let made = unsafe mkfifo(pipe, 0o600)
    #expect(made == 0)
    for path in [pipe, "/dev/zero", "-"] {
      let run = await Shell()("run", script, "--passkeys", path)
      #expect(run.status == .usage, "\(run.all)")
      #expect(run.errors.contains("`--passkeys`: \(path): passkeys need a regular file"))
    }
  }

  @Test("An impossible file is reported: too large, binary, with an invalid key")
  func unreadable() async throws {
    let script = try folder.write("script.flow", Self.org + "\n" + Self.script)
    func entry(_ key: String) -> [UInt8] {
      let text = """
        {"version":1,"passkeys":[{"name":"jane","relyingParty":"acme.flow.test","credential":"AAAA",
        "userHandle":"AAAA","privateKey":"\(key)","counter":4294967295}]}
        """
      return Array(text.utf8)
    }
    let zeros = String(repeating: "A", count: 43)
    let contents: [[UInt8]] = [
      [UInt8](repeating: 0x20, count: (4 << 20) + 1), (0...255).map { UInt8($0) },
      Array(String(repeating: "[", count: 100_000).utf8), entry(zeros), entry("AAAA"), entry("!"),
      entry(String(repeating: "_", count: 43)),
    ]
    for bytes in contents {
      _ = try folder.write("passkeys.json", bytes: bytes)
      let run = await Shell()("run", script, "--passkeys", file)
      #expect(run.status == .usage, "\(run.all)")
      #expect(try Data(contentsOf: URL(filePath: file)) == Data(bytes))
    }
  }

  @Test("A file that can't be written is reported before any sign-in")
  func unwritable() async throws {
    let script = try folder.write("script.flow", Self.org + "\n" + Self.script)
    for path in [folder.path, "/nowhere/passkeys.json"] {
      let run = await Shell()("run", script, "--passkeys", path)
      #expect(run.status == .usage || run.status == .wrongScript)
      #expect(run.errors.contains("`--passkeys`: \(path)"), "\(run.all)")
      #expect(run.output.isEmpty)
    }
  }

  @Test("The passkeys of an org's own users aren't part of the file")
  func ofTheOrg() async throws {
    let text = Self.script.split(separator: "\n").map { line in
      line.replacing("jane", with: "sam")
    }.joined(separator: "\n")
    let script = try folder.write("script.flow", Self.org + "\n" + text)
    let run = await Shell()("run", script, "--passkeys", file)
    #expect(run.status == .success, "\(run.all)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("-i asks for a passkey's name: one that answers, or a name for a new one")
  func interactive() async throws {
    let script = try folder.write("script.flow", Self.org + "\non nothing submit\n")
    let sam = Person([
      "Username": "sam@example.com", "Password": "Correct-Horse-1", "Passkey": "1",
    ])
    let run = await Shell(person: sam)("run", "-i", script)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.screen.contains("  1 sam\n"))
    #expect(run.output.contains("answer passkey (asked)"))
    let jane = Person([
      "Username": "jane@example.com", "Password": "Correct-Horse-1", "Choose": "1",
      "Name of the new passkey": "mine",
    ])
    let enrolling = await Shell(person: jane, drawsAnew: true)("run", "-i", script)
    #expect(enrolling.status == .success, "\(enrolling.all)")
  }
}
