import FlowSyntax
import Testing

@Suite struct DiagnosticJSONTests {
  @Test("a problem is one object with its members in one order")
  func members() {
    let marked = MarkedSource("let é = \"x\"\nlet 1️⃣é2️⃣ = \"y\"", name: "a.flow")
    var json = DiagnosticJSON()
    let first = Place(marked.source, SourceRange(4, 6))
    let text = json.object(
      Diagnostic(
        .duplicateName(kind: "value", name: "é"), at: Place(marked.source, marked.range(1, 2)),
        labels: [Diagnostic.PlaceLabel(first, "first")], notes: ["a", "b"], help: "mend"))
    #expect(
      text == """
        {"id":"duplicate-name","severity":"error","message":"there are two values called `é`",\
        "file":"a.flow","start":{"offset":17,"line":2,"column":5},\
        "end":{"offset":19,"line":2,"column":6},\
        "labels":[{"file":"a.flow","start":{"offset":4,"line":1,"column":5},\
        "end":{"offset":6,"line":1,"column":6},"text":"first"}],\
        "notes":["a","b"],"help":"mend"}
        """)
  }

  @Test("a problem without a place has null members")
  func noPlace() {
    var json = DiagnosticJSON()
    #expect(
      json.object(Diagnostic(.interrupted, at: nil)) == """
        {"id":"interrupted","severity":"error","message":"the run was interrupted",\
        "file":null,"start":null,"end":null,"labels":[],"notes":[],"help":null}
        """)
  }

  @Test("what a terminal might obey is escaped, and texts pass through the mask")
  func escapes() {
    var json = DiagnosticJSON { $0 == "hunter2" ? "••" : $0 }
    let message = "\"\\\n\r\t\u{1B}\u{7F}\u{9B}\u{202E}\u{2028}\u{E0001}é😀"
    let text = json.object(
      Diagnostic(.requestFailed(message: message), at: nil, notes: ["hunter2"]))
    #expect(
      text.contains(
        #""message":"\"\\\n\r\t\u001b\u007f\u009b\u202e\u2028\udb40\udc01é😀","#))
    #expect(text.contains(#""notes":["••"]"#))
  }
}
