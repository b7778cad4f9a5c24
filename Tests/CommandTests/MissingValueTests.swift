import CommandSupport
import FlowCLI
import Testing

@Suite("Values that are missing")
struct MissingValueTests {
  @Test(
    "A missing value is reported with the options that set it",
    arguments: [
      ("secret A", ["`A=…` into `flow.env` or a file for `--secrets FILE`", "`--env A`"]),
      ("env A", ["set the variable `A`;", "only with `--env A`"]),
      ("secret A, x = secret B, y = env C", ["`A=…` and `B=…`", "`--env C --env A --env B`"]),
    ])
  func missing(value: String, help: [String]) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", "on identify answer identifier = \(value)\n")
    for line in [["run", "--no-input", script], ["test", script]] {
      let run = await Shell()(line)
      for text in help { #expect(run.all.contains(text), "\(run.all)") }
      #expect(run.all.contains("--secrets") == value.contains("secret"))
    }
  }
}
