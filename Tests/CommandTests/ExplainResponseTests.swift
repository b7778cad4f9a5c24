import CommandSupport
import FlowCLI
import FlowEngine
import FlowHTTP
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("flow explain FILE --response")
struct ExplainResponseTests {
  private static let script = """
    flow "jane" {
      on identify             answer identifier = "jane@example.com"
      on select-authenticator choose email
      on challenge password   answer passcode = secret PASSWORD
      on challenge phone      cancel
    }
    flow "sam" {
      on identify answer identifier = env WHO
    }
    """

  private func explain(
    _ page: JSON, _ arguments: String..., script: String = script
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", script)
    let response = try folder.write("page.json", bytes: page.bytes())
    return await Shell(environment: ["PASSWORD": "Right-Horse-1"])(
      ["explain", file, "--response", response] + arguments)
  }

  @Test("Each rule is listed, with whether and why it answers and what would be sent")
  func told() async throws {
    let run = try await explain(Pages.page([Pages.challenge], Pages.password), "--only", "jane")
    #expect(run.status == .success, "\(run.all)")
    let told = run.lines.map { line in
      line.split(separator: " ").filter { !$0.hasPrefix("/") }.joined(separator: " ")
    }
    #expect(
      told == [
        "jane", "`challenge-authenticator` (password) asks for credentials.passcode",
        "no on identify answer identifier = \"jane@example.com\" (its step isn't offered here)",
        "no on select-authenticator choose email (its step isn't offered here)",
        "answers on challenge password answer passcode = secret PASSWORD",
        "– on challenge phone cancel (a rule before it answers)",
        "→ answer passcode = ••••••",
        "sends POST https://org.example/idp/idx/challenge/answer",
        "{\"credentials\":{\"passcode\":\"••••••\"},\"stateHandle\":\"••••••\"}",
      ], "\(run.all)")
  }

  @Test("A Boolean field is answered")
  func oddPages() async throws {
    let keep: JSON = ["name": "rememberMe", "type": "boolean", "label": "Keep", "required": true]
    let page = Pages.page([
      Pages.form(
        "identify", Pages.origin + "/idp/idx/identify",
        [["name": "identifier", "label": "Username", "required": true], keep])
    ])
    let run = try await explain(page, script: "on identify prompt\n")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("answers  "), "\(run.all)")
    #expect(run.output.contains("\"rememberMe\":true"), "\(run.all)")
  }

  @Test("A missing value is replaced by a placeholder; a rule that would answer is suggested")
  func standIns() async throws {
    let run = try await explain(Pages.page([Pages.identify]), "--only", "sam")
    #expect(run.output.contains("{\"identifier\":\"<env WHO>\",\"stateHandle\":\"••••••\"}"))
    let none = try await explain(Pages.page([Pages.challenge], Pages.password), "--only", "sam")
    #expect(none.status == .failed, "\(none.all)")
    #expect(
      none.output.contains("no rule answers; on challenge-authenticator password prompt passcode"))
    #expect(!none.output.contains("sends"))
    #expect(none.errors.contains("error[no-rule]"))
  }

  @Test("The final step is exchanged for tokens, and none of that is shown")
  func end() async throws {
    let run = try await explain(Pages.success, "--only", "sam")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("sends POST https://org.example/oauth2/default/v1/token"))
    #expect(run.output.contains("interaction_code = ••••••"))
    #expect(!run.output.contains("interaction-code-1"))
  }

  @Test(
    "If a response can't be explained, the problem gives the reason",
    arguments: [
      (["a": 1] as JSON, "--only=jane", "this isn't a page of the Identity Engine"),
      (Pages.page([Pages.identify]), "--only=jan", "did you mean `jane`?"),
      (Pages.page([Pages.identify]), "--secrets=/no/such", "/no/such"),
    ])
  func faults(page: JSON, argument: String, message: String) async throws {
    let run = try await explain(page, argument)
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains(message), "\(run.all)")
    #expect(await Shell()("explain", "--response", "x").status == .usage)
    let alone = await Shell()("explain", "a.flow")
    #expect(alone.status == .usage)
    #expect(alone.errors.contains("`flow explain a.flow --response FILE`"), "\(alone.all)")
  }

  @Test(
    "Captured responses are explained, and none shows its state handle",
    .enabled(if: Samples.areThere, "the captured answers are not here"))
  func samples() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", "otherwise prompt\n")
    var explained = 0
    for file in Samples.files {
      let run = await Shell()("explain", script, "--response", file)
      #expect(
        [.success, .failed, .wrongScript, .usage].contains(run.status), "\(file): \(run.all)")
      guard run.status == .success else { continue }
      explained += 1
      let page = try JSON(parsing: Array(String(contentsOfFile: file, encoding: .utf8).utf8))
      if let handle = page["stateHandle"]?.string, handle.utf8.count > 8 {
        #expect(!run.all.contains(handle), "\(file)")
      }
    }
    #expect(explained > 100)
  }
}
