import FlowTerminal
import FlowText
import TestSupport
import Testing

@Suite("Differences of texts, line by line")
struct TextDiffTests {
  /// Applies a patch as `patch` does, strictly: by the numbers of its hunks and every line in them.
  private static func applied(_ patch: String, to old: String) -> String? {
    var lines = split(old)
    var rest = split(patch)[...]
    guard rest.popFirst()?.hasPrefix("--- ") == true, rest.popFirst()?.hasPrefix("+++ ") == true
    else { return nil }
    // The offset of the lines due to the earlier hunks.
    var shift = 0
    while let head = rest.popFirst() {
      let words = head.split(separator: " ")
      guard words.count == 4, words[0] == "@@", words[3] == "@@\n" else { return nil }
      let numbers = (words[1].dropFirst() + "," + words[2].dropFirst()).split(separator: ",")
        .compactMap { Int($0) }
      guard numbers.count == 4 else { return nil }
      var place = numbers[0] + shift - (numbers[1] == 0 ? 0 : 1)
      guard numbers[2] - (numbers[3] == 0 ? 0 : 1) == place else { return nil }
      var counts = (old: 0, new: 0)
      while counts.old < numbers[1] || counts.new < numbers[3], var line = rest.popFirst() {
        if rest.first?.hasPrefix("\\") == true {
          rest.removeFirst()
          line.unicodeScalars.removeLast()
        }
        let sign = line.unicodeScalars.removeFirst()
        switch sign {
        case " ":
          guard lines.indices.contains(place), lines[place] == line else { return nil }
          (place, counts) = (place + 1, (counts.old + 1, counts.new + 1))
        case "-":
          guard lines.indices.contains(place), lines[place] == line else { return nil }
          lines.remove(at: place)
          counts.old += 1
        case "+":
          lines.insert(line, at: place)
          (place, counts.new) = (place + 1, counts.new + 1)
        default: return nil
        }
      }
      guard counts == (numbers[1], numbers[3]) else { return nil }
      shift += numbers[3] - numbers[1]
    }
    return lines.joined()
  }

  /// The lines with their ends.
  private static func split(_ text: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      line.append(scalar)
      if scalar == "\n" {
        lines.append(String(line))
        line = String.UnicodeScalarView()
      }
    }
    return line.isEmpty ? lines : lines + [String(line)]
  }

  private static func check(_ old: String, _ new: String) {
    let patch = TextDiff(from: old, to: new)
      .unified("a.flow", Style(isColored: false), isTerminal: false).text
    #expect(Self.applied(patch, to: old) == new, "\(patch.prefix(2000))")
  }

  @Test("A patch turns the old text into the new one", arguments: 0..<30)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // Short texts, and texts that are too long to be compared as a whole.
    for size in [3, 12, 60, 1500] {
      let words = Int.random(in: 1...(size * 2), using: &generator)
      func line() -> String { "\tl\(Int.random(in: 0..<words, using: &generator))" }
      var old = (0..<Int.random(in: 0...size, using: &generator)).map { _ in line() }
      let first = old
      for _ in 0..<Int.random(in: 0...max(1, size / 4), using: &generator) {
        let place = Int.random(in: 0...old.count, using: &generator)
        if Bool.random(using: &generator), place < old.count {
          old.remove(at: place)
        } else {
          old.insert(line() + (Bool.random(using: &generator) ? "\r" : ""), at: place)
        }
      }
      func text(_ lines: [String]) -> String {
        let text = lines.joined(separator: "\n")
        return lines.isEmpty || Bool.random(using: &generator) ? text : text + "\n"
      }
      let (left, right) = (text(first), text(old))
      if left != right { Self.check(left, right) }
    }
  }

  @Test(
    "A text of 33,000 lines: changed, moved and unchanged", .timeLimit(.minutes(1)),
    arguments: ["changed", "turned", "alternating", "same"])
  func long(kind: String) {
    let old = (0..<33_000).map { "  line \($0)" }
    let new =
      switch kind {
      case "changed": old.map { $0 + " " }
      case "turned": Array(old.reversed())
      case "alternating": old.enumerated().map { $0.offset % 2 == 0 ? $0.element : "x" }
      default: Array(repeating: "  line 5", count: 33_000)
      }
    Self.check(old.joined(separator: "\n") + "\n", new.joined(separator: "\n") + "\n")
  }

  @Test("The changes of a short text are minimal")
  func fewest() {
    let steps = LineStep.all(from: ["a", "b", "c", "d"], to: ["a", "c", "x", "d"])
    #expect(steps.count { if case .same = $0 { true } else { false } } == 3)
  }

  @Test("Tabs, CR LF and a missing line end are in the patch as they are in the file")
  func exact() {
    let diff = TextDiff(from: "a\r\n\tb\r\nlast", to: "a\r\n  b\nlast\n")
    let patch = diff.unified("my file.flow", Style(isColored: false), isTerminal: false).text
    #expect(
      patch == "--- my file.flow\t\n+++ my file.flow\t\n@@ -1,3 +1,3 @@\n a\r\n-\tb\r\n-last\n"
        + "\\ No newline at end of file\n+  b\n+last\n")
  }

  @Test("A name with a blank ends with a tab, as `patch` requires")
  func blank() {
    let diff = TextDiff(from: "a\n", to: "b\n")
    func head(_ path: String) -> String {
      let patch = diff.unified(path, Style(isColored: false), isTerminal: false).text
      return patch.split(separator: "@@")[0].description
    }
    #expect(head("a.flow") == "--- a.flow\n+++ a.flow\n")
    #expect(head("my dir/a b.flow") == "--- my dir/a b.flow\t\n+++ my dir/a b.flow\t\n")
  }
}
