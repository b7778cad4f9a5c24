import FlowChecker
import FlowDiagnostics
import CommandSupport
import FlowScript
import FlowSimulation
import FlowSyntax
import Testing

/// Twenty mistakes, and one more, of as many kinds in one file: one run finds all of them.
@Suite struct TwentyMistakesTests {
  /// Each mistake is between `⟦` and `⟧`.
  static let script = """
    let ⟦spare⟧   = "unused"
    let password = secret JANE_PASSWORD

    org acme {
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1"; ⟦grups⟧ staff }
      sign-on "staff" { when group staff; require password and email }
      sign-on         { require password }
    }

    profile jane {
      on challenge password answer passcode = ⟦pasword⟧
      ⟦chose⟧ email
    }

    flow "one" for factor, name in (email, "a"), ⟦(email)⟧ {
      against acme
      use jane
      start ⟦sign-inn⟧
      on ⟦identfy⟧            answer identifier = "jane@example.com"
      on challenge ⟦emial⟧    answer code = "1", ⟦code⟧ = "2"
      on challenge email     answer code = inbox ⟦emaill⟧
      on challenge ⟦phone⟧    answer code = inbox sms
      on challenge email     answer passcode = ⟦"hunter22"⟧
      on select-authenticator choose factor with email = ⟦password⟧
      expect ⟦sucess⟧
      expect steps is ⟦"three"⟧
      expect factors ⟦contains⟧ 2
    }

    flow "two" {
      start sign-in with ⟦acr-value⟧ = "x"
      on skip meanwhile ⟦server-logout⟧
      on skip skip
      ⟦on skip skip⟧
      expect success and ⟦outcome is stopped⟧
    }

    flow "three" {
      engine ⟦idz⟧
      on skip skip
    }
    """

  /// The kinds in the order of the file, each with its correction if that is known.
  static let mistakes: [(id: ProblemKind, fix: String?)] = [
    (.unusedName, nil), (.unknownSetting, "groups"), (.unknownName, "password"),
    (.unexpected, "choose"), (.rowLength, nil), (.unknownIntent, "sign-in"),
    (.unknownStep, "identify"), (.unknownSubject, "email"), (.duplicateField, nil),
    (.wrongWord, "email"), (.notInOrg, nil), (.secretLiteral, nil), (.exposedSecret, nil),
    (.unknownFact, "success"), (.typeMismatch, nil), (.operatorMismatch, nil),
    (.unknownParameter, "acr-values"), (.unknownEvent, nil), (.unreachableRule, nil),
    (.impossibleExpectation, nil), (.unknownEngine, "idx"),
  ]

  /// The script without its markers, and the marked locations.
  private static func unmarked() -> (text: String, ranges: [SourceRange]) {
    var text: [UInt8] = []
    var ranges: [SourceRange] = []
    var start = 0
    for character in script {
      switch character {
      case "⟦": start = text.count
      case "⟧": ranges.append(SourceRange(UInt32(start), UInt32(text.count)))
      default: text += String(character).utf8
      }
    }
    return (String(decoding: text, as: UTF8.self), ranges)
  }

  @Test("All are found in one run, each at its location, with suggestions for misspelled words")
  func all() {
    let (text, ranges) = Self.unmarked()
    let source = SourceFile(name: "twenty.flow", text: text)
    let found = LoadedScript.load(source, options: LoadedScript.Options(orgs: .simulated))
      .diagnostics
    #expect(found.map(\.kind) == Self.mistakes.map(\.id))
    #expect(found.compactMap(\.place?.range) == ranges)
    #expect(found.map { $0.fixes.map(\.text).first } == Self.mistakes.map(\.fix))
    #expect(Set(found.map(\.kind)).count == Self.mistakes.count)
  }

  @Test("--fix corrects the certain ones, and leaves the others to the user")
  func mended() async throws {
    let (text, _) = Self.unmarked()
    let folder = try TemporaryFolder()
    let file = try folder.write("twenty.flow", text)
    let check = await Shell()("check", "--fix", file)
    let words = Self.mistakes.compactMap(\.fix)
    for word in words where !check.output.contains("is now `\(word)`") {
      Issue.record("\(word) is not written\n\(check.all)")
    }
    #expect(check.output.count(of: " is now ") == words.count)
    let source = SourceFile(name: file, bytes: try ScriptFiles.read(file))
    let left = LoadedScript.load(source, options: LoadedScript.Options(orgs: .simulated))
      .diagnostics
    #expect(left.allSatisfy { $0.fixes.isEmpty }, "\(left.map(\.problem))")
  }
}
