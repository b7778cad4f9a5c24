import FlowSignIn
import FlowSignInTesting
import Foundation
import Testing

struct LoadingTests {
  private static let examples = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples").path()

  private func problems(_ load: () throws -> SignInScript) throws -> [SignInProblem] {
    let failure = try #require(throws: SignInFailure.self) { try load() }
    guard case .script(let problems) = failure else {
      Issue.record("\(failure)")
      return []
    }
    #expect(failure.problems == problems)
    return problems
  }

  @Test("A script's mistakes are reported together, each with its location, drawing and help")
  func everyMistake() throws {
    let problems = try problems {
      try SignInScript(
        "on identify anwser identifier = \"a\"\non any prmpt code\n", name: "app.flow")
    }
    #expect(problems.map(\.line) == [1, 2])
    #expect(problems.map(\.column) == [13, 8])
    #expect(problems.allSatisfy { $0.file == "app.flow" && !$0.isWarning })
    #expect(problems.first?.description.hasPrefix("app.flow:1:13: ") == true)
    #expect(problems.first?.drawing.contains("on identify anwser identifier") == true)
    #expect(problems.first?.help?.contains("`answer`") == true)
  }

  @Test("A name that runs give a value to is known; any other is a mistake")
  func valueNames() throws {
    let text = "on identify answer identifier = email\non challenge prompt code"
    #expect(try SignInScript(text, values: ["email"]).flows == ["script"])
    #expect(try problems { try SignInScript(text) }.map(\.id) == ["unknown-name"])
    #expect(try problems { try SignInScript(text, values: ["mail"]) }.count == 1)
  }

  @Test("A script that runs, but probably not as intended, loads with warnings")
  func warnings() throws {
    let script = try SignInScript(
      "on challenge password answer passcode = \"Correct-Horse-1\"", name: "app.flow")
    #expect(script.warnings.map(\.id) == ["secret-literal"])
    #expect(script.warnings.map(\.isWarning) == [true])
  }

  @Test("An org's secrets are looked up when it runs, not when it is loaded")
  func orgSecrets() throws {
    let org = """
      org acme {
        authenticators password, google-otp, phone via sms
        user "sam@example.com" {
          password secret SAM
          google-otp secret KEY
        }
      }
      on identify submit
      """
    let script = try SignInScript(org)
    let failure = try #require(throws: SignInFailure.self) { try script.start(.simulated()) }
    #expect(failure.kind == .missingValues)
  }

  @Test("The flows of a script are listed in order, including the ones from rows")
  func flowNames() throws {
    let script = try SignInScript(
      """
      flow "one" { on identify submit }
      flow "two" for factor in email, phone { on select-authenticator choose factor }
      """)
    #expect(script.flows == ["one", "two [email]", "two [phone]"])
  }

  @Test("A file loads with everything that it imports")
  func file() async throws {
    let script = try SignInScript(contentsOf: Self.examples + "/reuse.flow")
    #expect(script.flows == ["jane signs in", "jane signs in by text message"])
    let signIn = try script.start(.simulated(), flow: "jane signs in by text message")
    #expect(try await signIn.result().flow == "jane signs in by text message")
  }

  @Test(
    "An unreadable file is one problem that names it",
    arguments: [("/nowhere.flow", "file-not-found"), ("", "file-not-readable")])
  func unreadable(path: String, id: String) throws {
    let problems = try problems { try SignInScript(contentsOf: Self.examples + path) }
    #expect(problems.map(\.id) == [id])
    #expect(problems.first?.file == nil)
  }

  @Test("The files of an app's script are in its tree", arguments: [true, false])
  func containedFile(isInside: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID().uuidString)")
    let inner = folder.appending(path: "scripts")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("Battery-Staple-2\n".utf8).write(to: folder.appending(path: "key.txt"))
    try Data("Battery-Staple-2\n".utf8).write(to: inner.appending(path: "key.txt"))
    let path = inner.appending(path: "a.flow")
    let text = """
      on identify answer identifier = "sam@example.com"
      on select-authenticator-authenticate choose password
      on challenge password answer passcode = file "\(isInside ? "" : "../")key.txt"
      on select-authenticator-enroll skip
      """
    try Data(text.utf8).write(to: path)
    let script = try SignInScript(contentsOf: path.path())
    let signIn = try script.start(.simulated())
    do throws(SignInFailure) {
      _ = try await signIn.tokens()
      #expect(isInside)
    } catch {
      #expect(!isInside && error.kind == .missingValues, "\(error)")
    }
  }

  @Test("An app's script called - is a file, never the standard input")
  func dash() throws {
    #expect(try problems { try SignInScript(contentsOf: "-") }.map(\.id) == ["file-not-found"])
  }

  @Test("A text imports nothing and reads no file, whatever it names")
  func textStaysApart() async throws {
    let path = Self.examples + "/profiles/jane.flow"
    let imports = try problems { try SignInScript("import \"\(path)\"\nuse jane") }
    #expect(imports.first?.id == "import-not-readable")
    let script = try SignInScript("on identify answer identifier = file \"\(path)\"")
    let signIn = try script.start(.simulated())
    await #expect {
      try await signIn.tokens()
    } throws: { error in
      guard case .missingValues(let problem) = error as? SignInFailure else { return false }
      return problem.message.contains("a script without a file can't read files")
    }
  }

  @Test(
    "A text that isn't a script gives problems and nothing else",
    arguments: ["", "\u{0}\u{1}", "\"", "{", "}", String(repeating: "(", count: 20_000)])
  func noScript(text: String) throws {
    let failure = #expect(throws: SignInFailure.self) {
      try SignInScript(text).start(.simulated())
    }
    #expect(failure?.problems.isEmpty == false)
  }
}
