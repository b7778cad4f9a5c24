import FlowDiagnostics
import Testing

@testable import FlowSyntax

@Suite struct WordTableTests {
  @Test("a word's hash depends on every byte, on their order and on their number")
  func hashes() {
    let words = [
      "", "a", "b", "ab", "ba", "aaaaaaaa", "aaaaaaaaa", "abcdefgh", "abcdefghi", "abcdefghj",
      "bbcdefghi", "challenge", "challenge-", "challenge.", "Challenge", "\0a", "a\0",
      "aaaaaaa", "\0", "\0\0\0\0\0\0\0", "\0\0\0\0\0\0\0\0", "abcdefg\0", "\0abcdefg",
    ]
    #expect(Set(words.map { WordHash.exact($0) }).count == words.count)
  }

  @Test(
    "a name's folded hash is that of its folded bytes",
    arguments: ["code", "pass_code", "Email", "user.Name", "select-authenticator", "über_Größe"])
  func folded(word: String) {
    let bytes = Array(word.utf8)
    let name = Name(bytes, SourceRange(0, UInt32(bytes.count)))
    #expect(name.hash == WordHash.exact(word))
    #expect(name.folded(bytes) == WordHash.folded(word))
    let hyphened = String(word.map { $0 == "_" ? "-" : $0 })
    #expect(name.hyphened(bytes) == WordHash.exact(hyphened))
    let parts = word.split(separator: ".").map(String.init)
    #expect(name.firstPart(bytes) == parts.first.map { WordHash.exact($0) })
    #expect(name.foldedLastPart(bytes) == parts.last.map { WordHash.folded($0) })
  }

  @Test("every keyword is found by the hash of its word, and no other word is one")
  func keywords() {
    for keyword in Keyword.allCases where keyword != .none {
      #expect(keyword.spelling.utf8.count <= KeywordTable.lengthMax)
      #expect(KeywordTable.shared.keyword(WordHash.exact(keyword.spelling)) == keyword)
      #expect(KeywordTable.shared.keyword(WordHash.exact(keyword.spelling + "s")) != keyword)
    }
  }

  @Test("a table gives back what was put in since it was last emptied, and nothing else")
  func emptied() {
    var table = HashTable()
    let hashes = (0..<500).map { WordHash.exact("word-\($0)") }
    for round in 0..<3 {
      for (index, hash) in hashes.enumerated() where index % 3 == round {
        let isNew = table.insert(hash, Int32(index))
        let isNewAgain = table.insert(hash, -1)
        #expect(isNew && !isNewAgain)
      }
      for (index, hash) in hashes.enumerated() {
        #expect(table.value(hash) == (index % 3 == round ? Int32(index) : nil))
      }
      table.removeAll()
    }
  }

  @Test("a wrong flow header without a brace on its line is left where it went wrong")
  func header() {
    let (script, diagnostics) = Script.parse(
      SourceFile(name: "t", text: "flow \"a\" tagged = } x # why\nflow \"b\" { on any stop }\n"))
    #expect(diagnostics.map(\.kind) == [.unexpected, .unopenedBrace, .unexpected])
    #expect(script.comments == [SourceRange(22, 27)])
    #expect(script.items.count == 1)
  }
}
