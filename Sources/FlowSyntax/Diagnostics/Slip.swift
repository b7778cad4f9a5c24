import FlowText

/// Recognizes mistakes of users who know other languages.
package enum Slip {
  /// Returns the help for symbols that don't exist in this language; `nil` if there is none.
  static func help(for marks: String) -> String? {
    switch marks {
    case "==", "===": "write `is` to compare, `=` to give a value"
    case "!=", "!==": "write `is not`"
    case "!": "write `not`"
    case "&&", "&": "write `and`"
    case "||", "|": "write `or`"
    case ":": "write `=` between a field and its value, and nothing after a step"
    case "->", "=>", ":=": "write the action after the step, and `=` between a field and its value"
    case "'", "`": "write texts between double quotes"
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}":
      "write texts between plain double quotes"
    case "U+00A0", "U+202F", "U+3000": "separate words with a plain space"
    case "\u{2192}", "\u{21D2}": "write the action after the step"
    case "\u{2013}", "\u{2014}", "\u{2212}": "write a plain hyphen"
    case "//", "/*", "--", "*/": "a comment begins with `#`"
    case "$", "@", "%": "write only the name, or `\\(name)` inside a text"
    case "[", "]": "lists have no brackets: put commas between the values"
    case "+": "put values into a text with `\\(name)`"
    default: nil
    }
  }

  /// Returns how to write a value that lacks quotes, such as an email address or a shell variable.
  ///
  /// - Parameters:
  ///   - marks: The unknown symbols.
  ///   - text: The text around the symbols, up to the next blank or quotation mark on each side.
  /// - Returns: The help; `nil` if there is none.
  static func help(for marks: String, in text: String) -> String? {
    if marks == "$", let name = variable(in: text) {
      return "write `secret \(name)` for a secret from the environment or a file of secrets, and "
        + "`env \(name)` for another variable"
    }
    guard marks == "@", text.first != "@", text.last != "@" else { return help(for: marks) }
    let marks = "(),;'"
    let text = String(
      text.drop(while: marks.contains).reversed().drop(while: marks.contains).reversed())
    // Otherwise the text may be a password, which isn't repeated.
    let isAddress = text.split(separator: "@").last?.contains(".") == true
    return "put the text in quotes" + (isAddress ? ": `\"\(text)\"`" : "")
  }

  /// Whether a name looks like an environment variable, such as `JANE_PASSWORD`.
  package static func isVariable(_ name: some StringProtocol) -> Bool {
    name.count > 2 && name.first?.isUppercase == true
      && name.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
  }

  /// Returns the name in `$JANE_PASSWORD` or `${JANE_PASSWORD}`; `nil` if the text isn't a
  /// variable.
  private static func variable(in text: String) -> String? {
    var name = text.drop { $0 == "$" || $0 == "{" }
    if name.last == "}" { name.removeLast() }
    return isVariable(name) ? String(name) : nil
  }

  /// Returns the words for symbols of other languages that always have the same meaning.
  static func words(for marks: String) -> [String] {
    switch marks {
    case "!=", "!==": ["is not"]
    case "&&", "&": ["and"]
    case "||", "|": ["or"]
    default: []
    }
  }

  /// The results of `words(for:)` that consist of several words.
  static let phrases: Set<String> = ["is not"]

  /// Returns the help for an unexpected word.
  ///
  /// If another language uses the word, this language's word is suggested, or else the nearest
  /// expected word.
  static func help(found: String, expected: [String]) -> String? {
    if bare(found) == "{", expected.map(bare).contains("flow") {
      return "write the kind of the block first: `flow \"name\" {`"
    }
    return Prose.didYouMean(words(found: found, expected: expected))
  }

  /// Returns the expected words that an unexpected word probably stands for, the nearest first.
  static func words(found: String, expected: [String]) -> [String] {
    let word = bare(found)
    let words = expected.map(bare)
    if let usual = usual(word), words.contains(usual) { return [usual] }
    return Suggestion.nearest(word, among: words)
  }

  /// Returns this language's word for a word that other languages use; `nil` if there is none.
  static func usual(_ word: String) -> String? {
    switch word {
    case "equals", "equal", "eq": "is"
    case "if", "where", "unless": "when"
    case "else", "default": "otherwise"
    case "var", "const", "set": "let"
    case "include", "require": "import"
    case "click", "press", "tap", "pick", "select": "choose"
    case "fill", "enter", "type", "input", "put", "give", "provide", "supply": "answer"
    case "assert", "check", "verify": "expect"
    case "print", "echo", "log": "say"
    case "wait", "sleep": "poll"
    case "go", "next", "continue": "submit"
    case "scenario", "test", "case": "flow"
    default: nil
    }
  }

  /// Returns an unexpected word without backticks; `nil` if the text isn't a word.
  static func word(in found: String) -> String? {
    let word = bare(found)
    return word == found ? nil : word
  }

  /// Returns a word without the backticks that messages put around it.
  private static func bare(_ text: String) -> String { Prose.bare(text, without: "`") }
}
