import FlowDiagnostics
import FlowSyntax
import Testing

@testable import FlowChecker

@Suite struct NameTableTests {
  @Test("Words with the same hash are distinguished by their bytes")
  func collisions() {
    var table = WordTable()
    let words = ["jane", "sam", "jane-doe", ""]
    for (index, word) in words.enumerated() {
      let bytes = Array(word.utf8)
      #expect(table.find(7, bytes, bytes.indices) == nil)
      table.insert(7, bytes, bytes.indices, .exact, as: WordID(number: UInt32(index + 1)))
    }
    for (index, word) in words.enumerated() {
      let bytes = Array(word.utf8)
      #expect(table.find(7, bytes, bytes.indices)?.number == UInt32(index + 1))
    }
    let folded = Array("JANE_DOE".utf8)
    #expect(table.find(7, folded, folded.indices, .folded)?.number == 3)
    #expect(table.find(7, folded, folded.indices) == nil)
  }

  @Test(
    "A name has the number of its bytes in every form",
    arguments: ["code", "pass_code", "Email", "user.Name", "select-authenticator", "über_Größe"])
  func forms(word: String) {
    let table = NameTable(TestVocabulary.options.lexicon)
    let bytes = Array(word.utf8)
    let name = Name(bytes, SourceRange(0, UInt32(bytes.count)))
    #expect(table.exact(name, bytes) == table.exact(word))
    #expect(table.folded(name, bytes) == table.folded(word))
    let hyphened = String(word.map { $0 == "_" ? "-" : $0 })
    #expect(table.hyphened(name, bytes) == table.exact(hyphened))
    let parts = word.split(separator: ".").map(String.init)
    #expect(table.firstPart(name, bytes) == parts.first.map { table.exact($0) })
    #expect(table.foldedLastPart(name, bytes) == parts.last.map { table.folded($0) })
  }

  @Test("A pair has one number, and another order is another pair")
  func pairs() {
    let table = NameTable(TestVocabulary.options.lexicon)
    let (one, two) = (table.exact("one"), table.exact("two"))
    #expect(table.pair(one, two) == table.pair(one, two))
    #expect(table.pair(one, two) != table.pair(two, one))
    #expect(table.pair(one, two) != one)
  }

  @Test("The checker's own words have their numbers in every table")
  func fixedWords() {
    let table = NameTable(Lexicon([]))
    for word in ["any", "step", "message", "outcome", "success", "passcode", "sms", "= always"] {
      #expect(FixedWords.id(word) != .none)
      #expect(table.exact(word) == FixedWords.id(word))
    }
  }

  @Test("A table returns exactly the entries since it was last emptied")
  func emptied() {
    var table = NumberTable()
    let words = (1...500).map { WordID(number: UInt32($0)) }
    for round in 0..<3 {
      for (index, word) in words.enumerated() where index % 3 == round {
        let isNew = table.insert(word, .none, Int32(index))
        let isNewAgain = table.insert(word, .none, -1)
        #expect(isNew && !isNewAgain)
      }
      for (index, word) in words.enumerated() {
        #expect(table.value(word) == (index % 3 == round ? Int32(index) : nil))
      }
      table.removeAll()
    }
  }
}
