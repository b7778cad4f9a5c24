import FlowDiagnostics
import FlowHTTP
import FlowHost
import FlowTestRunner
import Testing

@Suite struct DiagnosticJSONTests {
  private static let kind = ProblemKind("a-kind", .warning)

  private func text(_ json: JSON) -> String { String(decoding: json.bytes(), as: UTF8.self) }

  @Test("A problem is one object with its members in one order")
  func members() {
    let source = SourceFile(name: "a.flow", text: "let é = \"x\"\nlet é = \"y\"")
    var json = DiagnosticJSON()
    let first = Place(source, SourceRange(4, 6))
    let object = json.object(
      Diagnostic(
        Problem(Self.kind, "there are two"), at: Place(source, SourceRange(17, 19)),
        labels: [Diagnostic.PlaceLabel(first, "first")], notes: ["a", "b"], help: "fix"))
    #expect(
      text(object) == """
        {"id":"a-kind","severity":"warning","message":"there are two",\
        "file":"a.flow","start":{"offset":17,"line":2,"column":5},\
        "end":{"offset":19,"line":2,"column":6},\
        "labels":[{"file":"a.flow","start":{"offset":4,"line":1,"column":5},\
        "end":{"offset":6,"line":1,"column":6},"text":"first"}],\
        "notes":["a","b"],"help":"fix"}
        """)
  }

  @Test("A problem without a location has null members")
  func noPlace() {
    var json = DiagnosticJSON()
    #expect(
      text(json.object(Diagnostic(Problem(Self.kind, "it is so"), at: nil))) == """
        {"id":"a-kind","severity":"warning","message":"it is so",\
        "file":null,"start":null,"end":null,"labels":[],"notes":[],"help":null}
        """)
  }

  @Test("Control characters are escaped, and texts pass through the mask")
  func escapes() {
    var json = DiagnosticJSON { $0 == "hunter2" ? "••" : $0 }
    let message = "\"\\\n\r\t\u{1B}\u{7F}\u{9B}\u{202E}\u{2028}\u{E0001}é😀"
    let object = json.object(
      Diagnostic(Problem(Self.kind, message), at: nil, notes: ["hunter2"], help: "hunter2"))
    #expect(object["message"]?.string == message)
    #expect(
      text(object).contains(
        #""message":"\"\\\n\r\t\u001B\u007F\u009B\u202E\u2028\uDB40\uDC01é😀","#))
    #expect(object["notes"] == ["••"] && object["help"] == "••")
  }
}
