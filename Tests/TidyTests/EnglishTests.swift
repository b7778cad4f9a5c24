import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Words that the project's prose doesn't use.
///
/// The list only catches the cheap cases of old, vague or British words. A list can't check:
/// - words with a good second meaning: place, mark, take, walk, way, turn, means, say, want, know.
///   Of some, a phrase is listed;
/// - "stands for", which means "represents", and "there is none", which is short for a noun;
/// - "where" for "if", except in phrases: most sentences with it are about a location;
/// - "that of" and "those of", which are clear if one noun is before them;
/// - inversions, except with common participles, and sentences that are too long;
/// - "enrol" and "enrolment" as long as nextAuth's scripts have these words.
@Suite struct EnglishTests {
  /// The words and phrases, with the plain English for them.
  ///
  /// A comma matches any punctuation.
  private static let words: [(words: [String], instead: String)] = [
    (["tell", "tells", "telling", "told"], "report"), (["told apart"], "distinguished"),
    (["mend", "mends", "mended", "mending"], "fix"), (["slip", "slips", "slipped"], "typo"),
    (["hold to", "holds to", "held to", "holding to", "holds it to"], "check against"),
    (["hold against", "holds against", "held against", "holding against"], "check against"),
    (["whoever", "whomever", "as whoever"], "anyone who"), (["somebody"], "a user"),
    (["nobody"], "no one"), (["whom"], "that"), (["anew"], "again"), (["besides"], "also"),
    (["likewise"], "the same"), (["at hand"], "current"), (["in vain"], "without success"),
    (["for ever"], "forever"), (["by the way"], "on the way"), (["anyhow"], "unconditionally"),
    (["hitherto"], "so far"), (["therein", "herein"], "in it"), (["thereof"], "of it"),
    (["thereby", "whence"], "so"), (["the newest"], "the latest"), (["the usual"], "the default"),
    (["is in the way", "are in the way", "be in the way"], "already exists"),
    (["part from", "parts from", "parted from"], "differ from"),
    (["kind of people", "kinds of people", "kind of person", "kinds of person"], "class of users"),
    (["kind of user", "kinds of user", "kind of users", "kinds of users"], "class of users"),
    (["way on", "ways on"], "next step"), (["detour", "detours"], "recovery, on the way"),
    (["the turn of", "a turn of"], "request"),
    (["stands in", "stands at", "stands on", "stands here", "stands there"], "is"),
    (["stands alone", "stands before", "stands after"], "is"),
    (["stand in", "stand at", "stand on", "stand here", "stand there"], "be"),
    (["stand alone", "stand before", "stand after"], "be"),
    (["can stand", "may stand", "must stand"], "can be"),
    (["spare", "spares", "spared", "sparing"], "protect"), (["patience"], "retry budget"),
    (["errand", "errands"], "task"), (["happening", "happenings"], "event"),
    (["is no", "are no", "was no", "were no", "be no"], "isn't a"),
    (["is none", "are none", "was none", "were none", "be none"], "isn't one"),
    (["has none", "have none", "had none"], "doesn't have one"), (["alone"], "only"),
    (["hope", "hopes", "hoped"], "expects"), (["what is left of"], "the rest of"),
    (["those of two", "that of two"], "the noun"),
    (["compared are", "compared is", "told are", "kept are", "kept is"], "a subject first"),
    (["named are", "named is", "asked are", "asked is", "counted are"], "a subject first"),
    (["left out are", "left out is", "said is", "meant is", "meant are"], "a subject first"),
    (["where there is", "where there are", "where there was", "where there were"], "if there is"),
    (["`nil` where", "`true` where", "`false` where", "empty where", "none where"], "if"),
    (["where nobody", "where somebody", "where none"], "if no one"),
    ([", for it", ", for they", ", for he", ", for there", ", for nothing"], "because"),
    ([", for that is", ", for this is", ", for nobody"], "because"),
    (["analyse", "analysed", "analysing"], "analyze"), (["cancelled", "cancelling"], "canceled"),
    (["labelled", "labelling", "modelled", "modelling", "travelled", "signalled"], "a single l"),
    (["licence", "defence"], "license, defense"), (["grey"], "gray"), (["centre"], "center"),
    (["fulfil"], "fulfill"), (["dialogue"], "dialog"), (["learnt", "spelt"], "learned, spelled"),
    (["whilst", "amongst"], "while, among"), (["artefact", "artefacts"], "artifact"),
  ]

  /// Beginnings of words that are British if they end in `our` or `ise`.
  private static let ours = ["behavi", "col", "fav", "flav", "hon", "lab", "neighb", "rum"]
  private static let ises = [
    "author", "canonical", "capital", "categor", "custom", "emphas", "final", "general", "initial",
    "maxim", "minim", "normal", "optim", "organ", "priorit", "real", "recogn", "sanit", "serial",
    "special", "standard", "summar", "synchron", "token", "util", "visual",
  ]

  /// Phrases with a word of the list that are good English.
  private static let fine: [(phrases: [String], reason: String)] = [
    (["there is no", "there are no", "there was no", "there were no"], "plain: a lack"),
    (["there be no", "there may be no", "there can be no"], "plain: a lack"),
    (["there is none", "there are none", "there was none", "there were none"], "plain: a lack"),
    (["is no longer", "are no longer", "was no longer", "be no longer"], "a time"),
    (["is no more", "are no more"], "a comparison"), (["is no one"], "nobody, in plain English"),
    (["has none of", "have none of"], "what is lacking follows"),
    (["left alone", "let alone"], "alone isn't only here"),
    (["can stand for", "may stand for", "must stand for"], "represent"),
    (["stand in for", "stands in for"], "replace"),
    (["held to the device"], "a card, with a hand"), (["a part from"], "part isn't a verb here"),
    (["be compared are"], "the passive, without an inversion"),
    (["patience diff"], "the name of an algorithm"),
  ]

  /// Lines with a word of the list, by the end of their path or by a part of the line.
  private static let exceptions: [(place: String, word: String, reason: String)] = [
    ("ErrorMessage.swift", "cancelled", "a text on the wire"),
    ("IonMessage.swift", "cancelled", "Okta's texts and keys"),
    ("outcome = \"success\"", "cancelled", "an outcome in scripts"),
    ("state-machines.md", "cancelled", "an outcome in scripts"),
    ("how each request was answered", "tells", "copied into the manual and an article"),
    ("A rule of a test that stands", "stands before", "a location in a script"),
  ]

  /// An entry; without `instead`, it is good English.
  private struct Phrase {
    let words: [String]
    let text: String
    let instead: String?

    init(_ text: String, instead: String?) {
      var prose = Prose()
      prose.add(Array(text.utf8)[...], line: 1)
      self.words = prose.words
      self.text = text
      self.instead = instead
    }
  }

  /// The entries by their first word, the longest first.
  private static let phrases: [String: [Phrase]] = {
    var phrases: [Phrase] = []
    for entry in words { phrases += entry.words.map { Phrase($0, instead: entry.instead) } }
    for entry in fine { phrases += entry.phrases.map { Phrase($0, instead: nil) } }
    for stem in ours {
      for end in ["", "s", "ed", "ing", "ite", "ites"] {
        phrases.append(Phrase(stem + "our" + end, instead: stem + "or" + end))
      }
    }
    for stem in ises {
      for end in ["e", "es", "ed", "er", "ing", "ation"] {
        phrases.append(Phrase(stem + "is" + end, instead: stem + "iz" + end))
      }
    }
    return Dictionary(grouping: phrases) { $0.words.first ?? "" }
      .mapValues { $0.sorted { $0.words.count > $1.words.count } }
  }()

  /// Documents, by their paths from the root, and the folders whose documents are checked.
  private static let documents = ["README.md", "Grammar.md"]
  private static let folders = [
    ".github", "Sources/FlowManual/Resources/Manual", "Sources/FlowManual/Resources/Problems",
    "Sources/FlowSignIn/FlowSignIn.docc", "Sources/FlowSignInTesting/FlowSignInTesting.docc",
  ]

  /// The words of the list that a text has, each with its line.
  private static func faults(in prose: Prose) -> [(line: Int, word: String, instead: String)] {
    var found: [(line: Int, word: String, instead: String)] = []
    var index = 0
    while index < prose.words.count {
      let rest = prose.words[index...]
      guard let phrase = phrases[prose.words[index]]?.first(where: { rest.starts(with: $0.words) })
      else {
        index += 1
        continue
      }
      if let instead = phrase.instead {
        found.append((prose.lines[index], phrase.text, instead))
      }
      index += phrase.words.count
    }
    return found
  }

  /// Reports the words of the list that the texts of a file have, without the exceptions.
  private static func check(_ texts: [Prose], of lines: [Substring], path: String) {
    for text in texts {
      for found in faults(in: text) {
        let line = lines[found.line - 1]
        let isException = exceptions.contains {
          $0.word == found.word && (path.hasSuffix($0.place) || line.contains($0.place))
        }
        guard !isException else { continue }
        Issue.record("\(path):\(found.line): `\(found.word)`: write `\(found.instead)`")
      }
    }
  }

  private static func lines(ofFile path: String) throws -> [Substring] {
    try String(contentsOfFile: TidyTests.root + "/" + path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func found(in source: String, isTest: Bool = false) -> [String] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return SwiftProse(of: lines, isTest: isTest).texts.flatMap { faults(in: $0).map(\.word) }
  }

  @Test("The list finds its words, and nothing within other words")
  func list() {
    #expect(Self.found(in: "/// Whoever signs up.") == ["whoever"])
    #expect(Self.found(in: "/// Returns `nil` where nothing is.") == ["`nil` where"])
    #expect(Self.found(in: "/// An amendment, a commend and renewed.").isEmpty)
    #expect(Self.found(in: "/// There is no file; it is no\n/// longer read.").isEmpty)
    #expect(Self.found(in: "/// The path is\n/// no file. Nobody's.") == ["is no", "nobody"])
    #expect(Self.found(in: "/// - Parameter walk: `told` ``told``.\n/// ```\n/// told\n").isEmpty)
  }

  @Test("The texts of literals are read, without code")
  func literals() {
    #expect(Self.found(in: #"f(told, "it is \(told("a")) alone") // anew"#) == ["alone", "anew"])
    #expect(Self.found(in: ##"f("is no", #"a "b" is no file"#)"##) == ["is no"])
    #expect(Self.found(in: "let a = \"\"\"\n  it is \\\n  no file\n  \"\"\"") == ["is no"])
    #expect(Self.found(in: #"  @Test("A b is no c") // x"#, isTest: true) == ["is no"])
    #expect(Self.found(in: "@Test(\n\"A b is no c\", [\"it is no d\"])", isTest: true).count == 1)
    #expect(Self.found(in: #"read("a b is no c")"#, isTest: true).isEmpty)
  }

  @Test("Comments, messages and titles of tests in Swift files are in plain English")
  func sources() {
    for file in TidyTests.files where !file.path.hasSuffix("EnglishTests.swift") {
      let prose = SwiftProse(of: file.lines, isTest: file.path.hasPrefix("Tests"))
      Self.check(prose.texts, of: file.lines, path: file.path)
    }
  }

  @Test("Documents are in plain English")
  func prose() throws {
    var paths = Self.documents
    for folder in Self.folders {
      let names =
        try FileManager.default.contentsOfDirectory(atPath: TidyTests.root + "/" + folder)
      paths += names.filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    #expect(paths.count > 100)
    for path in paths {
      let lines = try Self.lines(ofFile: path)
      var prose = Prose()
      var isCode = false
      for (index, line) in lines.enumerated() {
        if line.hasPrefix("```") { isCode.toggle() }
        if isCode || line.isEmpty {
          prose.end(line: index + 1)
        } else {
          prose.add(Array(line.utf8)[...], line: index + 1)
        }
      }
      Self.check([prose], of: lines, path: path)
    }
  }

  @Test("Comments of the examples are in plain English")
  func examples() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: TidyTests.root + "/Examples")
    for name in names where name.hasSuffix(".flow") {
      let lines = try Self.lines(ofFile: "Examples/" + name)
      var prose = Prose()
      for (index, line) in lines.enumerated() {
        let bare = line.drop { $0 == " " }
        if bare.hasPrefix("#") {
          prose.add(Array(bare.dropFirst().utf8)[...], line: index + 1)
        } else {
          prose.end(line: index + 1)
        }
      }
      Self.check([prose], of: lines, path: "Examples/" + name)
    }
  }
}
