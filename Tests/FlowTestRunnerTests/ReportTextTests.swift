import CommandSupport
import FlowHTTP
import FlowTestRunner
import Testing

@Suite("What people read in reports")
struct ReportTextTests {
  private static func page(_ flows: [FlowReport]) throws -> String {
    let (sink, spool) = (MemorySink(), MemorySink())
    var reporter = HTMLReporter(sink, spool: spool)
    for event in SampleRun.events(flows) { try reporter.take(event) }
    try reporter.finish()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  private static func row(
    _ number: Int, _ status: FlowReport.Status, _ values: String
  ) -> FlowReport {
    var flow = SampleRun.flow(0, status, name: "x [\(values)]")
    flow.row = "[\(values)]"
    flow.id += "\(number)"
    return flow
  }

  @Test("Times are in the unit that fits; a CI system gets seconds with enough digits")
  func times() throws {
    #expect(RunSummary.duration(0) == "0 ms")
    #expect(RunSummary.duration(40) == "40 µs")
    #expect(RunSummary.duration(3100) == "3.1 ms")
    #expect(RunSummary.duration(2_345_000) == "2.3 s")
    #expect(RunSummary.seconds(40) == "0.000040")
    #expect(RunSummary.seconds(12_000_001) == "12.000001")
    #expect(RunSummary.seconds(-5) == "0.000000")
    let page = try Self.page([SampleRun.flow(0, .passed)])
    #expect(page.contains("<small>1.5 ms</small>") && page.contains("<dd>2.0 s</dd>"))
    #expect(!page.contains("0.001 s") && !page.contains("0.000 s"))
  }

  @Test("A response without content has no line")
  func steps() {
    var attempt = SampleRun.flow(0, .passed).attempts[0]
    attempt.steps = [StepReport(offered: ["identify"]), StepReport(offered: [])]
    #expect(attempt.lines.prefix(2) == ["1. identify", "ended with success"])
    attempt.steps[1].messages = ["Bye"]
    #expect(attempt.lines.prefix(3) == ["1. identify", "2. the end", "   the server says: Bye"])
  }

  @Test("The page lists equal failures once, with a link to each flow")
  func equal() throws {
    let page = try Self.page([Self.row(0, .failed, "a"), Self.row(1, .failed, "b")])
    #expect(page.contains("<li>2 flows: <small>expected rule &quot;outside&quot;, found"))
    #expect(page.count(of: "<li><a href=\"#flow-") == 2)
  }

  @Test("Two values that are combined in every way make a matrix")
  func matrix() throws {
    let values = ["in, ios", "in, mac", "out, ios", "out, mac"]
    let flows = values.enumerated().map { index, values in
      Self.row(index, index == 2 ? .failed : .passed, values)
    }
    let page = try Self.page(flows)
    #expect(page.contains("<summary>x <small>tests/staff.flow, line 1: 1 of 4 failed</small>"))
    #expect(page.contains("<th scope=\"col\">ios</th><th scope=\"col\">mac</th>"))
    let mark = "<td><a class=\"mark failed\" href=\"#flow-3\">failed</a></td>"
    #expect(page.contains("<tr><th scope=\"row\">out</th>\(mark)"))
    let list = try Self.page(Array(flows.dropLast()))
    #expect(list.contains("failed</a></td><td>out</td><td>ios</td></tr>"))
    #expect(try !Self.page([flows[0]]).contains("id=\"rows\""))
  }

  @Test("A broken file is run again as a whole")
  func file() {
    var flow = SampleRun.flow(0, .broken, name: "tests/staff.flow")
    #expect(flow.command() == "flow test tests/staff.flow")
    flow.file = "-a.flow"
    flow.name = "x"
    #expect(flow.command(["--at", "+1d"]) == "flow test ./-a.flow --only x --at +1d")
  }
}
