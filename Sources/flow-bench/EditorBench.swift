import FlowLanguageServer
import FlowDiagnostics
import FlowCLI
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowHTTP

/// Measures the language server's response to a key press, in a script of 1,000 lines.
enum EditorBench {
  private static let lines = 1000
  static let uri = "file:///bench.flow"
  /// The number of misspelled steps in the script with problems.
  private static let misspelt = 200
  private static let bound = 5.0

  static func run(_ report: Report, _ group: String) {
    let source = SourceFile(name: "/bench.flow", bytes: sample)
    let parse = Stopwatch.median { Script.parse(source) }
    let load = Stopwatch.median {
      LoadedScript.load(source, options: LoadedScript.Options(orgs: .simulated))
    }
    let parsing = Measurement.Baseline(name: "only parsing", figure: parse * 1000)
    let loading = Measurement.Baseline(name: "flow check's part", figure: load * 1000)
    report.show(
      Measurement(
        name: "read and check 1,000 lines", figure: load * 1000, unit: "ms", baseline: parsing),
      of: group)
    var client = Client(sample)
    let line = client.line(of: "# the second factor")
    show("a key in a comment", client.seconds(ofTyping: "x", line, 4))
    let rule = client.line(of: "on identify when")
    show("a key in a step's name", client.seconds(ofTyping: "x", rule, 8))
    show("and completion there", client.seconds(ofTyping: "x", rule, 8, then: "completion"))
    show(
      "and every word's kind", client.seconds(ofTyping: "x", line, 4, then: "semanticTokens/full"))
    show(
      "and the uses of a name",
      client.seconds(ofAsking: "references", at: client.line(of: "let site-"), 8))
    client = Client(broken)
    show("a key beside \(misspelt) problems", client.seconds(ofTyping: "x", line, 4))

    func show(_ name: String, _ seconds: Double?) {
      guard let seconds else {
        report.skip(name, of: group, because: "the server did not answer correctly")
        return
      }
      report.show(
        Measurement(
          name: name, figure: seconds * 1000, unit: "ms", baseline: loading, target: .most(bound)),
        of: group)
    }
  }

  /// A script of at least the requested number of lines.
  private static let sample: [UInt8] = {
    var bytes: [UInt8] = []
    repeat {
      bytes = SampleScript.text(bytes: bytes.count + 1)
    } while bytes.count(where: { $0 == 0x0A }) < lines
    return bytes
  }()

  /// The same script with misspelled steps.
  private static let broken: [UInt8] = {
    var bytes: [UInt8] = []
    var count = 0
    for line in sample.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let text = String(decoding: line, as: UTF8.self)
      let isRule = text.hasPrefix("  on ") && count < misspelt
      count += isRule ? 1 : 0
      bytes += Array((isRule ? "  on x" + text.dropFirst(5) : text).utf8) + [0x0A]
    }
    return bytes
  }()
}

/// An editor with an open script.
private struct Client {
  private var session = ServerSession()
  private let lines: [String]
  private var version = 1

  init(_ text: [UInt8]) {
    let text = String(decoding: text, as: UTF8.self)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    _ = send("initialize", ["capabilities": [:]], id: 1)
    _ = send("initialized", [:])
    _ = send(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(EditorBench.uri), "languageId": "flow", "version": 1,
          "text": .string(text),
        ]
      ])
  }

  /// Returns the last line with a text, from 0, so that the text before it is as long as possible.
  func line(of text: String) -> Int { lines.lastIndex { $0.contains(text) } ?? 0 }

  private static func frame(_ method: String, _ params: JSON, id: Int?) -> [UInt8] {
    var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    if let id { message["id"] = .integer(id) }
    let body = JSON.object(message).bytes()
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  private mutating func send(_ method: String, _ params: JSON, id: Int? = nil) -> [UInt8] {
    session.take(Self.frame(method, params, id: id))
  }

  /// Returns the seconds from a key press to the shown problems, and to the answer of a request
  /// after it; `nil` if one of them is missing.
  mutating func seconds(
    ofTyping text: String, _ line: Int, _ character: Int, then method: String? = nil
  ) -> Double? {
    var isAnswered = true
    var times: [Double] = []
    while times.count < 200 {
      // Every typed text is removed again, so every second text is the original one.
      let isTyped = times.count % 2 == 0
      version += 1
      let change = Self.frame(
        "textDocument/didChange",
        [
          "textDocument": ["uri": .string(EditorBench.uri), "version": .integer(version)],
          "contentChanges": [
            [
              "range": [
                "start": ["line": .integer(line), "character": .integer(character)],
                "end": [
                  "line": .integer(line),
                  "character": .integer(character + (isTyped ? 0 : text.utf8.count)),
                ],
              ], "text": .string(isTyped ? text : ""),
            ]
          ],
        ], id: nil)
      let request = method.map { Self.request($0, at: line, character + 1) }
      Stopwatch.settle()
      let start = Stopwatch.now
      let problems = session.take(change)
      let answer = request.map { session.take($0) }
      times.append(Stopwatch.now - start)
      isAnswered = isAnswered && !problems.isEmpty && answer?.isEmpty != true
    }
    return isAnswered ? times.median : nil
  }

  /// Returns the seconds to the answer of a request about a location; `nil` if there is none.
  mutating func seconds(ofAsking method: String, at line: Int, _ character: Int) -> Double? {
    let request = Self.request(method, at: line, character)
    var size = 0
    let seconds = Stopwatch.median(seconds: 0.5) { size = session.take(request).count }
    return size > 0 ? seconds : nil
  }

  private static func request(_ method: String, at line: Int, _ character: Int) -> [UInt8] {
    frame(
      "textDocument/" + method,
      [
        "textDocument": ["uri": .string(EditorBench.uri)],
        "position": ["line": .integer(line), "character": .integer(character)],
      ], id: 2)
  }
}
