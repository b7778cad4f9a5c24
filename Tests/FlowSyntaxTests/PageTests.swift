import FlowText
import FlowSyntax
import Testing

@Suite struct PageTests {
  @Test("every problem has a page of readable length", arguments: Problem.ID.allCases)
  func page(id: Problem.ID) {
    let page = id.page
    #expect(page.id == id)
    #expect(page.text.hasPrefix("\(id.rawValue): "))
    let words = (page.meaning + " " + page.mending).split { $0 == " " || $0 == "\n" }.count
    #expect((30...150).contains(words), "\(words) words")
    let lines = page.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 180 })
  }

  @Test("a page's example produces its problem", arguments: Problem.ID.allCases)
  func example(id: Problem.ID) {
    switch id.page.example {
    case .check(let text):
      let found = TestVocabulary.problems(SourceFile(name: "example.flow", text: text))
      #expect(found.contains { $0.id == id }, "\(found.map(\.problem))")
      #expect(
        found.allSatisfy { $0.id == id || $0.severity == .warning }, "\(found.map(\.problem))")
    case .files(let files):
      let texts = files.map { (name: $0.name, text: $0.text) }
      let found = TestVocabulary.problems(texts, treeRoot: ".")
      #expect(found.map(\.id) == [id], "\(found.map(\.problem))")
    case .run(let text), .settings(let text):
      // What finds these is not of this target; here they must be sound.
      let found = TestVocabulary.problems(SourceFile(name: "example.flow", text: text))
      #expect(found.allSatisfy { $0.severity == .warning }, "\(found.map(\.problem))")
    case .situation(let sentence):
      #expect(sentence.hasPrefix("It comes from ") && sentence.hasSuffix("."))
    }
  }

  /// What a script alone can be wrong in; the rest needs files, an org or a run.
  @Test(
    "every problem of reading and checking has an example that is checked here",
    arguments: Problem.ID.allCases)
  func kinds(id: Problem.ID) {
    let isRunning = Problem.ID.allCases.drop { $0 != .brokenClaim }.contains(id)
    switch (id.page.example, id) {
    case (.check, _), (.files, _): #expect(!isRunning)
    case (.settings, .settingDuplicate), (.settings, .settingMissing), (.settings, .settingValue),
      (.settings, .unknownSetting):
      break
    case (.situation, .fileNotFound), (.situation, .fileNotReadable), (.situation, .fileTooLarge),
      (.situation, .notUTF8), (.situation, .importNotReadable), (.situation, .ambiguousField),
      (.situation, .tooManyProblems), (.situation, .tooManyImports):
      // A test of its own makes each of these.
      break
    default: #expect(isRunning)
    }
  }

  @Test("a message never ends in a full stop, and says something")
  func messages() {
    let problems: [Problem] = [
      .fileNotFound(path: "a"), .notText, .badEscape("\\q"), .malformedNumber, .unclosedBrace,
      .emptyFlow, .emptyScript, .notYet(form: "`claim`"), .unreachableRule, .noProgress,
      .noRule(step: "a"), .deadline(after: "2 minutes"), .interrupted, .tooManySteps(limit: 50),
      .inboxEmpty(channel: "sms"), .nobodyToAsk(field: "code"), .notOffered(what: "resend"),
      .requiredField(name: "a"), .serverMessage(message: "No"),
      .expectationFailed(expected: "a", actual: "b"), .pollTimeout(after: "6s"),
      .unexpectedPass(reason: "ticket 7"),
      .knownFailureOver(until: CalendarDay(of: .seconds(86_400))), .badDate("soon"),
    ]
    for problem in problems {
      #expect(problem.message != problem.id.rawValue)
      #expect(!problem.message.hasSuffix(".") && problem.message.first?.isUppercase == false)
    }
  }

  @Test("bytes that are not UTF-8, and a file that is too long, are reported with their places")
  func bytes() {
    let latin = SourceFile(name: "t", bytes: Array("on skip say \"".utf8) + [0xE9, 0x22])
    #expect(TestVocabulary.problems(latin).map(\.id) == [.notUTF8])
    let large = SourceFile(
      name: "t", bytes: Array(repeating: 0x61, count: SourceFile.bytesMax + 1))
    #expect(TestVocabulary.problems(large).map(\.id) == [.fileTooLarge])
  }
}
