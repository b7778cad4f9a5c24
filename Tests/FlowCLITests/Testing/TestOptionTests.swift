import CommandSupport
import FlowTerminal
import Testing

@testable import FlowTestRunner

@Suite("The options of flow test")
struct TestOptionTests {
  static let lines: [WrongLine] = [
    .init("test --jbos 2", "unknown option `--jbos`", help: "did you mean `--jobs`?"),
    .init("test --jobs 0", "takes a number from 1 to 1024"),
    .init("test --retry -1", "takes a number from 0 to 100"),
    .init("test --slow x", "takes a number from 0 to 1000"),
    .init("test --shard 0/5", "`--shard`: there is no shard `0/5`", help: "`2/5`"),
    .init("test --shard 6/5", "there is no shard `6/5`"),
    .init("test --shard 2", "there is no shard `2`"),
    .init("test --shard 1/10001", "there is no shard `1/10001`"),
    .init("test --order name", "an order is `files` or `random`"),
    .init("test --order random:x", "an order is `files` or `random`"),
    .init("test --rate fast", "this isn't a rate", help: "`1/s`, or `20/m`"),
    .init("test --rate 0/s", "this isn't a rate"),
    .init("test --live https://acme.okta.com", "a host doesn't contain `/`"),
    .init("test --run-timeout 3", "`3` isn't a duration"),
    .init("test -", "the standard input isn't a file", help: "`flow run -`"),
    .init("test --report junti:x", "`--report` is one of"),
    .init("test --watch --report json:x", "exclude each other"),
    .init("test --compare", "`--compare` needs a real issuer", help: "`--issuer`"),
    .init("test --compare --retry 2", "exclude each other"),
    .init("test --compare --at +30d", "exclude each other"),
    .init("test --compare --fault challenge:429", "exclude each other"),
    .init(
      "test --compare --issuer https://a.example --client-id a --redirect-uri b:/c x",
      "this would sign in at `a.example`, a real issuer", help: "`--live a.example` allows it"),
    .init(
      "test --issuer https://a.example --client-id a --redirect-uri b:/c x",
      "this would sign in at `a.example`, a real issuer", help: "`--live a.example` allows it"),
  ]

  @Test("A mistake is reported in one sentence, before anything runs", arguments: lines)
  func wrong(line: WrongLine) async {
    let run = await Shell()(line.arguments)
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(line.message), "\(run.all)")
    if let help = line.help { #expect(run.errors.contains(help), "\(run.all)") }
  }

  struct Part: Sendable {
    var variables: [String: String]
    var option: String?
    var shard: Shard?
    var isWrong = false
  }

  static let parts = [
    Part(variables: [:]), Part(variables: [:], option: "2/5", shard: Shard(2, of: 5)),
    Part(variables: ["FLOW_SHARD": "3/4"], shard: Shard(3, of: 4)),
    Part(variables: ["FLOW_SHARD": "3/4"], option: "1/1", shard: Shard(1, of: 1)),
    Part(variables: ["FLOW_SHARD": ""]), Part(variables: ["FLOW_SHARD": "4/3"], isWrong: true),
    Part(variables: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"], shard: Shard(2, of: 3)),
    Part(variables: ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "1"]),
    Part(variables: ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"], isWrong: true),
    Part(variables: ["CI_NODE_TOTAL": "3"]),
    Part(variables: ["JOB_COMPLETION_INDEX": "0", "FLOW_SHARDS": "5"], shard: Shard(1, of: 5)),
    Part(variables: ["JOB_COMPLETION_INDEX": "4", "FLOW_SHARDS": "5"], shard: Shard(5, of: 5)),
    Part(variables: ["JOB_COMPLETION_INDEX": "5", "FLOW_SHARDS": "5"], isWrong: true),
    Part(variables: ["JOB_COMPLETION_INDEX": "\(Int.max)", "FLOW_SHARDS": "5"], isWrong: true),
    Part(variables: ["JOB_COMPLETION_INDEX": "2"]),
  ]

  @Test(
    "The variables of a CI and of a cluster set the shard; the option comes first", arguments: parts
  )
  func shard(part: Part) {
    do {
      let choice = try ShardChoice(part.option, part.variables)
      #expect(choice?.shard == part.shard)
      #expect((choice?.origin == nil) == (part.option != nil || part.shard == nil))
      #expect(!part.isWrong)
    } catch {
      #expect(part.isWrong, "\(error)")
    }
  }

  @Test("A machine with a shard's index but no total is reported")
  func doubt() async throws {
    #expect(ShardChoice.doubt(["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"]) == nil)
    #expect(ShardChoice.doubt(["FLOW_SHARDS": "2"]) == nil)
    let folder = try Suites.folder(["a.flow": Suites.passing("a")])
    var shell = Shell()
    shell.environment = ["JOB_COMPLETION_INDEX": "2"]
    let outcome = await shell("test", folder.path)
    #expect(outcome.status == .success)
    #expect(outcome.output.contains("FLOW_SHARDS isn't"), "\(outcome.all)")
  }
}
