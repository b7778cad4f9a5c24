import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

@testable import FlowTestRunner

@Suite("Reducing scripts")
struct ScriptReducerTests {
  /// A script of every kind of piece.
  static let text = """
    # What is told of it.
    import "other.flow"
    let code = "123456" # the usual one

    profile jane {
      identifier = "jane@example.com"; password = secret JANE_PASSWORD
      choose email or phone via sms with phoneNumber = "+1555"
    }

    org acme {
      authenticators password, email, phone via sms or voice
      codes { expire 5m; attempts 4 }
      user "jane@example.com" {
        password "Correct-Horse-1"
        groups staff, admins
      }
      sign-on "staff" { when group staff and zone "office"
        require password then email }
    }

    flow "one" tagged smoke, slow for zone, decided in (office, "staff"), (home, "default") {
      start sign-in with zone = zone, clock = +8h
      use jane
      on identify or challenge password
        when not message and (steps > 2 or attempt is 1) once answer identifier = "x", passcode? = code then say \"""
          Look: \\(code)
          \"""
      on challenge email { say "twice"; answer code }
      expect success and path identify, challenge email and rule is decided
      otherwise stop
    }

    flow "two" { on identify submit; expect failure message contains "no" }
    """

  static let source = SourceFile(name: "all.flow", text: text)

  /// The words of a text.
  static func words(_ source: SourceFile) -> [String] {
    LexedSource(source).tokens
      .filter { $0.kind != .endOfStatement && $0.kind != .endOfFile }
      .map { source.text($0.range) }
  }

  static func parses(_ source: SourceFile) -> Bool {
    Script.parse(source).diagnostics.allSatisfy { $0.severity == .warning }
  }

  /// A tree without its locations.
  static func shape(_ node: SyntaxNode) -> String {
    var value = node.value.map { "\($0)" } ?? ""
    // The names within a text have locations.
    if case .parts(let parts)? = node.value { value = "\(parts.count) parts" }
    let inner = node.children.map(shape).joined(separator: " ")
    return "(\(node.kind) \(value) \(inner))"
  }

  @Test("A script from which nothing is removed is the same, without its comments")
  func whole() {
    let whole = ScriptReducer(Self.source).source
    #expect(Self.parses(whole))
    #expect(Self.words(whole) == Self.words(Self.source))
    #expect(Self.shape(SyntaxTree(whole).root) == Self.shape(SyntaxTree(Self.source).root))
    let text = String(decoding: whole.bytes, as: UTF8.self)
    #expect(!text.contains("#"))
  }

  @Test("Nothing more can be removed from the result", arguments: 0..<12)
  func minimal(seed: Int) async {
    var generator = SeededGenerator(seed: UInt64(seed))
    let all = Set(Self.words(Self.source)).sorted()
    let wanted = Set((0...seed % 4).map { _ in all.randomElement(using: &generator) ?? "" })
    func isAlike(_ source: SourceFile) -> Bool { wanted.isSubset(of: Self.words(source)) }
    var reducer = ScriptReducer(Self.source)
    let isWhole = await reducer.reduce { isAlike($0) ? .alike : .different }
    #expect(isWhole)
    let small = reducer.source
    #expect(isAlike(small) && Self.parses(small))
    // In another way than the reducer: only on the lines of the text. Tests, rows and values are
    // whole.
    let lines = small.text(SourceRange(0, UInt32(small.bytes.count))).split(separator: "\n")
    let wholes = ["\"\"\"", "Look", "expect", " for ", "secret"]
    for (number, line) in lines.enumerated() where !wholes.contains(where: line.contains) {
      let words = Self.words(SourceFile(name: "line", text: String(line)))
      for first in words.indices {
        for last in first..<words.count {
          var rest = words
          rest.removeSubrange(first...last)
          var other = lines.map(String.init)
          other[number] = rest.joined(separator: " ")
          let cut = SourceFile(name: "cut", text: other.joined(separator: "\n"))
          let isLeft = Self.words(small) != Self.words(cut)
          #expect(
            !(isLeft && Self.parses(cut) && isAlike(cut)),
            "\(wanted): \(words[first...last]) of \(line) in \(lines)")
        }
      }
    }
  }

  @Test("A script is reduced to nothing if every candidate is accepted")
  func nothing() async {
    var reducer = ScriptReducer(Self.source)
    #expect(await reducer.reduce { _ in .alike })
    #expect(reducer.source.bytes.isEmpty)
  }

  @Test(
    "Every candidate can be parsed, is different, and keeps its expectations' tests whole")
  func candidates() async {
    var seen: Set<[UInt8]> = []
    var reducer = ScriptReducer(Self.source)
    let isWhole = await reducer.reduce { source in
      #expect(Self.parses(source))
      #expect(seen.insert(source.bytes).inserted)
      let text = String(decoding: source.bytes, as: UTF8.self)
      if text.contains("path") { #expect(text.contains("path identify , challenge email")) }
      if text.contains("rule is") { #expect(text.contains("rule is decided")) }
      return text.contains("expect") && text.contains("flow \"one\"") ? .alike : .different
    }
    #expect(isWhole)
    #expect(seen.count > 10)
  }

  @Test("After the end no candidate is tried, and the result so far stays", arguments: 1...3)
  func ended(limit: Int) async {
    var asked = 0
    var reducer = ScriptReducer(Self.source)
    let isWhole = await reducer.reduce { source in
      asked += 1
      guard asked <= limit else { return .ended }
      return Self.words(source).contains("acme") ? .alike : .different
    }
    #expect(!isWhole)
    #expect(asked == limit + 1)
    #expect(Self.words(reducer.source).contains("acme"))
  }
}
