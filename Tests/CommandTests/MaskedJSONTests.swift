import CommandSupport
import FlowHTTP
import Testing

/// A secret whose text appears in an object by chance masks only texts, so that it stays readable.
@Suite struct MaskedJSONTests {
  @Test(
    "Numbers, literals and member names stay, and no text contains the secret",
    arguments: ["3600", "true", "steps", "version"])
  func run(answer: String) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "a.flow",
      """
      org m {
        authenticators password, security-question
        sign-on { require password and security-question }
        user "ann@x.example" {
          password "Correct-Horse-1"; security-question "disliked_food" answer "\(answer)"
        }
      }
      flow "x" {
        against m
        on identify answer identifier = "ann@x.example"
        on challenge password answer passcode = "Correct-Horse-1"
        on challenge security-question answer answer = "\(answer)"
        expect success
      }
      """)
    let run = await Shell()("run", script, "--json")
    let line = try #require(run.lines.last { $0.contains("\"outcome\"") }, "\(run.all)")
    let object = try JSON(parsing: Array(line.utf8))
    #expect(object["version"]?.integer != nil && object["passed"] == true)
    #expect(object["steps"]?.array?.isEmpty == false)
    #expect(!line.contains("\"\(answer)\"") || answer == "steps" || answer == "version")
  }
}
