import FlowText
import Testing

@Suite struct SuggestionTests {
  private static let words = [
    "answer", "choose", "challenge-authenticator", "email", "expect", "phone", "poll", "skip",
    "start", "stop", "on",
  ]

  @Test(
    "The nearest words are offered",
    arguments: [
      ("chose", ["choose"]),
      ("chosoe", ["choose"]),
      ("EMAIL", ["email"]),
      ("emial", ["email"]),
      ("stp", ["stop"]),
      ("stat", ["start"]),
      ("exect", ["expect"]),
      ("expext", ["expect"]),
      ("answre", ["answer"]),
      ("phon", ["phone"]),
      ("no", ["on"]),
      ("challenge-authentictor", ["challenge-authenticator"]),
      ("challenge", ["challenge-authenticator"]),
      ("email", []),
      ("x", []),
      ("", []),
      ("something-else", []),
    ])
  func nearest(word: String, expected: [String]) {
    #expect(Suggestion.nearest(word, among: Self.words) == expected)
  }

  @Test("At most three words are offered, none twice")
  func few() {
    let words = ["abcda", "abcdb", "abcdb", "abcdc", "abcdd", "abcd"]
    #expect(Suggestion.nearest("abcde", among: words) == ["abcda", "abcdb", "abcdc"])
  }

  @Test("A word that is too long has no near words")
  func long() {
    let long = String(repeating: "a", count: 100)
    #expect(Suggestion.nearest(long, among: [long + "b"]).isEmpty)
  }

  @Test("A short word is near another if few enough changes turn it into the other")
  func near() {
    let letters = ["a", "b", "-"]
    let pairs = letters.flatMap { word in letters.map { word + $0 } }
    let words = letters + pairs + ["aba", "bab", "ab-", "b-a", "ab-ab", "aab-b", "-abba", "bbaab"]
    for word in words {
      for other in words where other != word {
        let isNear = changes(Array(word), Array(other)) <= (word.count + 1) / 3
        let isBegun = word.count >= 3 && other.hasPrefix(word)
        #expect(Suggestion.nearest(word, among: [other]).isEmpty == !(isNear || isBegun))
      }
    }
  }

  /// The minimal number of changes that turn one word into the other, by the definition.
  private func changes(_ left: [Character], _ right: [Character]) -> Int {
    guard let first = left.first, let other = right.first else { return left.count + right.count }
    var least = min(
      changes(Array(left.dropFirst()), Array(right.dropFirst())) + (first == other ? 0 : 1),
      changes(Array(left.dropFirst()), right) + 1, changes(left, Array(right.dropFirst())) + 1)
    if left.count > 1, right.count > 1, first == right[1], left[1] == other {
      least = min(least, changes(Array(left.dropFirst(2)), Array(right.dropFirst(2))) + 1)
    }
    return least
  }
}
