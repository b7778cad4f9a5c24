import FlowDiagnostics
import Testing

@testable import FlowSyntax

@Suite struct WordTableTests {
  @Test("A word's hash depends on every byte, on their order and on their number")
  func hashes() {
    let words = [
      "", "a", "b", "ab", "ba", "aaaaaaaa", "aaaaaaaaa", "abcdefgh", "abcdefghi", "abcdefghj",
      "bbcdefghi", "challenge", "challenge-", "challenge.", "Challenge", "\0a", "a\0",
      "aaaaaaa", "\0", "\0\0\0\0\0\0\0", "\0\0\0\0\0\0\0\0", "abcdefg\0", "\0abcdefg",
    ]
    #expect(Set(words.map { WordHash.exact($0) }).count == words.count)
  }

  @Test("Every keyword is found by its bytes, and no other word is one")
  func keywords() {
    func keyword(_ word: String) -> Keyword {
      var hash = WordHash()
      for byte in word.utf8 { hash.add(byte) }
      return KeywordTable.shared.keyword(hash.value, hash.shortWord)
    }
    for known in Keyword.allCases where known != .none {
      #expect(known.spelling.utf8.count <= KeywordTable.lengthMax)
      #expect(keyword(known.spelling) == known)
      #expect(keyword(known.spelling + "s") != known)
    }
  }

  @Test("A wrong flow header without a brace on its line is left at the error")
  func header() {
    let (script, diagnostics) = Script.parse(
      SourceFile(name: "t", text: "flow \"a\" tagged = } x # why\nflow \"b\" { on any stop }\n"))
    #expect(diagnostics.map(\.kind) == [.unexpected, .unopenedBrace, .unexpected])
    #expect(script.comments == [SourceRange(22, 27)])
    #expect(script.items.count == 1)
  }
}
