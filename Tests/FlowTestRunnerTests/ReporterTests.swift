import FlowTestRunner
import FlowHTTP
import CommandSupport
import TestSupport
import Testing

@Suite("Reports of a test run") struct ReporterTests {
  /// A form of report, made in memory.
  enum Form: String, CaseIterable {
    case json, junit, tap, sarif, html, github

    func report(_ events: [TestEvent]) throws -> String {
      let (sink, spool) = (MemorySink(), MemorySink())
      var reporter: any Reporter =
        switch self {
        case .json: EventReporter(sink, path: "a")
        case .junit: JUnitReporter(sink, spool: spool)
        case .tap: TAPReporter(sink)
        case .sarif:
          SARIFReporter(sink) { id in
            id.hasPrefix("flow-")
              ? nil : SARIF.Explanation(title: "a title", meaning: "of\nlines", cure: "a cure")
          }
        case .html: HTMLReporter(sink, spool: spool)
        case .github: GitHubReporter(sink, page: sink)
        }
      for event in events { try reporter.take(event) }
      try reporter.finish()
      return String(decoding: sink.bytes, as: UTF8.self)
    }
  }

  private func expect(_ report: String, has parts: [String]) {
    for part in parts where !report.contains(part) {
      Issue.record("there is no \(part) in\n\(report.prefix(4000))")
    }
  }

  @Test("It includes every kind of report that is written to a file")
  func forms() {
    let files = ReportKind.allCases.filter { $0 != .console }.map(\.rawValue)
    #expect(Form.allCases.map(\.rawValue).sorted() == files.sorted())
  }

  @Test("JUnit has a suite per file, in order, with correct totals and a result per flow")
  func junit() throws {
    let report = try Form.junit.report(SampleRun.events(SampleRun.ofEachStatus))
    expect(
      report,
      has: [
        "<testsuites name=\"flow test\" tests=\"8\" failures=\"2\" errors=\"2\" time=\"2.000000\">",
        "<error message=\"1 flow did not run\" type=\"incomplete\">",
        "<testsuite name=\"tests/guests.flow\" tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"0\" ",
        "<testsuite name=\"tests/staff.flow\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"2\" ",
        "timestamp=\"2026-11-21T22:26:40\"",
        "<testcase name=\"flow 0\" classname=\"tests.staff\" time=\"0.001500\">",
        "<failure message=\"expected rule &quot;outside&quot;, found rule &quot;catch all&quot;\" "
          + "type=\"expectation-failed\">error[expectation-failed]",
        "<flakyFailure message=\"expected rule", "<rerunError message=\"expected rule",
        "<skipped message=\"known to fail until 2026-12-31: POL-17\"/>",
        "<skipped message=\"did not run\"/>",
        "<failure message=\"passed, though it is known to fail: POL-17\" type=\"flow-unexpected\">",
        "1. identify: answer identifier = \"jane@example.com\" (tests/staff.flow:3)\n",
        "   also offered: recover\n", "   the server says: Unable to sign in\n",
      ])
    let (guests, staff) = (
      report.firstRange(of: "guests.flow"), report.firstRange(of: "staff.flow")
    )
    #expect(try #require(guests).lowerBound < #require(staff).lowerBound)
  }

  @Test("TAP has a line per flow, with directives and diagnostics, and the plan at the end")
  func tap() throws {
    let odd = SampleRun.flow(9, .failed, name: "a # b \\ c")
    let report = try Form.tap.report(SampleRun.events(SampleRun.ofEachStatus + [odd]))
    expect(
      report,
      has: [
        "TAP version 14\n# program: flow 0.1.0\n", "ok 1 - tests/staff.flow: flow 0\n",
        "ok 2 - tests/guests.flow: flow 1\n  ---\n  message: \"passed when it was run again, after: ",
        "not ok 3 - tests/staff.flow: flow 2 # TO" + "DO known to fail until 2026-12-31: POL-17\n",
        "not ok 4 - tests/guests.flow: flow 3\n", "  status: failed\n",
        "    - expected: \"rule \\\"outside\\\"\"\n      found: \"rule \\\"catch all\\\"\"\n      line: 9\n",
        "ok 7 - tests/staff.flow: flow 6 # SKIP did not run\n",
        "not ok 8 - tests/guests.flow: a \\# b \\\\ c\n",
        "\n1..8\n# 8 flows: 1 passed, 1 flaky, 1 known to fail, 2 failed, ",
        "\nBail out! 1 flow did not run\n",
      ])
  }

  @Test("SARIF has a result per finding with its location, and a rule with its page")
  func sarif() throws {
    let report = try Form.sarif.report(SampleRun.events(SampleRun.ofEachStatus))
    let run = try #require(JSON(parsing: Array(report.utf8))["runs"]?.array?.first)
    let results = try #require(run["results"]?.array)
    #expect(results.count == 5)
    let failed = try #require(
      results.first { $0["properties"]?["status"]?.string == "failed" })
    let region = failed["locations"]?.array?.first?["physicalLocation"]?["region"]
    #expect(region?["startLine"] == 9 && region?["byteLength"] == 14)
    #expect(failed["level"] == "error")
    #expect(failed["partialFingerprints"]?["flow/v1"]?.string?.utf8.count == 43)
    let known = try #require(results.first { $0["properties"]?["status"]?.string == "known" })
    #expect(known["suppressions"]?.array?.count == 1 && known["level"] == "warning")
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.array)
    #expect(rules.map { $0["id"] } == ["expectation-failed", "flow-unexpected"])
    #expect(rules[0]["help"]?["text"] == "a cure")
    #expect(rules[0]["fullDescription"]?["text"] == "of lines")
    #expect(rules[0]["defaultConfiguration"]?["level"] == "error")
    let invocation = run["invocations"]?.array?.first
    #expect(invocation?["executionSuccessful"] == false)
    #expect(invocation?["startTimeUtc"] == "2026-11-21T22:26:40.000Z")
  }

  @Test("GitHub gets an annotation per finding, and a table of everything but plain passes")
  func github() throws {
    let flows = SampleRun.ofEachStatus + [SampleRun.flow(9, .failed, name: "a|b <i>`c`")]
    let report = try Form.github.report(SampleRun.events(flows))
    expect(
      report,
      has: [
        "::warning file=tests/guests.flow,line=9,col=3,endLine=9,endColumn=17,"
          + "title=flow 1%3A expectation-failed::expected rule",
        "::error file=tests/guests.flow,line=9,",
        "::error title=the run is incomplete::1 flow did not run\n",
        "## ❌ flow test: 8 flows: ",
        "| failed | a\\|b &lt;i\\>\\`c\\` | tests\\/guests\\.flow\\:10 |",
        "| coverage | ",
      ])
    #expect(!report.contains("::error file=tests/staff.flow,line=7"))
  }

  @Test("A flow's warnings are in every report with locations, and fail nothing")
  func warnings() throws {
    let warning = ProblemReport(
      object: [
        "id": "not-in-org", "severity": "warning", "message": "no such step",
        "file": "tests/guests.flow", "start": ["offset": 3, "line": 4, "column": 2],
        "end": ["offset": 9, "line": 4, "column": 8],
      ], drawn: "warning[not-in-org]: no such step")
    for status in [FlowReport.Status.passed, .failed, .known, .flaky] {
      var flow = SampleRun.flow(1, status)
      for index in flow.attempts.indices { flow.attempts[index].problems.append(warning) }
      let events = SampleRun.events([flow])
      let sarif = try JSON(parsing: Array(Form.sarif.report(events).utf8))
      let results = sarif["runs"]?.array?.first?["results"]?.array ?? []
      let told = results.filter { $0["ruleId"] == "not-in-org" }
      #expect(told.count == 1 && told[0]["level"] == "warning", "\(status)")
      #expect(told[0]["suppressions"] == nil)
      let github = try Form.github.report(events)
      let lines = github.split(separator: "\n").filter { $0.contains("no such step") }
      let start = "::warning file=tests/guests.flow,line=4,col=2,endLine=4,endColumn=8,title="
      #expect(lines.count == 1 && lines[0].hasPrefix(start), "\(status): \(lines)")
    }
  }

  @Test("A file's warnings are in every report for people or with locations, and fail nothing")
  func fileWarnings() throws {
    let warning = ProblemReport(
      object: [
        "id": "not-in-org", "severity": "warning", "message": "no user of group `financ`",
        "file": "org.flow", "start": ["offset": 3, "line": 4, "column": 2],
        "end": ["offset": 9, "line": 4, "column": 8],
      ], drawn: "warning[not-in-org]: no user of group `financ`\n")
    let end = TestRunEnd(ended: SampleRun.began, warnings: [warning])
    let events = SampleRun.events([SampleRun.flow(1, .passed)]).dropLast() + [.ended(end)]
    let sarif = try JSON(parsing: Array(Form.sarif.report(Array(events)).utf8))
    let results = sarif["runs"]?.array?.first?["results"]?.array ?? []
    #expect(results.count == 1 && results[0]["level"] == "warning")
    #expect(sarif["runs"]?.array?.first?["invocations"]?.array?[0]["executionSuccessful"] == true)
    let marks: [(Form, String)] = [
      (.github, "::warning file=org.flow,line=4,col=2,endLine=4,endColumn=8,title=not-in-org::no"),
      (.tap, "\n# warning: org.flow:4: no user of group `financ`\n1..1\n# 1 flow: 1 passed\n"),
      (.html, "<h2>Warnings</h2>\n<pre tabindex=\"0\">warning[not-in-org]: no user"),
      (.json, "\"warnings\":[{\"problem\":{\"id\":\"not-in-org\""),
      (.junit, "tests=\"1\" failures=\"0\" errors=\"0\""),
    ]
    for (form, mark) in marks { expect(try form.report(Array(events)), has: [mark]) }
  }

  @Test("The page has everything about a flow, and none of it is markup")
  func html() throws {
    let name = "</script><img src=x onerror=\"window.hurt=1\">"
    let flows = SampleRun.ofEachStatus + [SampleRun.flow(9, .failed, name: name)]
    let report = try Form.html.report(SampleRun.events(flows))
    expect(
      report,
      has: [
        "&lt;/script&gt;&lt;img src=x onerror=&quot;window.hurt=1&quot;&gt;",
        "<pre tabindex=\"0\">error[expectation-failed]: ", "9 |   expect rule\n",
        "data-tags=\"smoke&#10;slow\"", "default-src &#39;none&#39;",
        "<th scope=\"row\">sign-on rule</th>", "Incomplete: 1 flow did not run",
        "<li class=\"fails\">expected rule &quot;outside&quot;, found",
      ])
    #expect(!report.contains("<img"))
    #expect(report.split(separator: "<script").count == 2)
    #expect(!report.contains("http://") && !report.contains("https://"))
  }

  @Test("Only unfinished flows are reported as incomplete", arguments: Form.allCases)
  func incomplete(form: Form) throws {
    let mark =
      switch form {
      case .json: ""
      case .junit: "type=\"incomplete\""
      case .tap: "Bail out! "
      case .sarif: "\"executionSuccessful\":false"
      case .html: "Incomplete: "
      case .github: "title=the run is incomplete"
      }
    let flows = [SampleRun.flow(0, .passed), SampleRun.flow(1, .passed)]
    let cut: [[TestEvent]] = [
      [], SampleRun.events([], ended: false), SampleRun.events(flows, ended: false),
      SampleRun.events(flows, told: 3), SampleRun.events(flows + [SampleRun.flow(2, .missed)]),
      Array(SampleRun.events(flows).dropLast()) + [
        .ended(TestRunEnd(ended: SampleRun.began, stopped: "a | b", isInterrupted: true))
      ],
    ]
    guard form != .json else {
      // Its readers need the event `end`.
      #expect(try !form.report(cut[2]).contains("\"event\":\"end\""))
      return
    }
    for (index, events) in cut.enumerated() where try !form.report(events).contains(mark) {
      Issue.record("case \(index) is reported as complete")
    }
    #expect(try !form.report(SampleRun.events(flows)).contains(mark))
  }

  @Test("No text of an event breaks a report", arguments: Form.allCases)
  func texts(form: Form) throws {
    var samples = SampleEvents(seed: 21)
    let flows = (0..<60).map { _ in samples.flow() }
    let report = try form.report(SampleRun.events(flows))
    for scalar in report.unicodeScalars where form != .sarif && form != .json {
      let isControl = scalar.value < 0x20 && scalar != "\n" && scalar != "\t"
      if isControl || scalar.value == 0x7F || scalar.value == 0x202E && form != .junit {
        Issue.record("\(form) has U+\(String(scalar.value, radix: 16))")
      }
    }
    switch form {
    case .sarif: _ = try JSON(parsing: Array(report.utf8))
    case .tap:
      let lines = report.split(separator: "\n")
      let results = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
      #expect(results.count == flows.count)
    case .github:
      for line in report.split(separator: "\n") where line.hasPrefix("::") {
        if !["::error ", "::warning "].contains(where: line.hasPrefix) { Issue.record("\(line)") }
      }
    case .json, .junit, .html: break
    }
  }
}
