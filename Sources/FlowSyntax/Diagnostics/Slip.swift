import FlowText

/// Knows the usual slips of people who write other languages too.
enum Slip {
  /// What to write instead of marks that this language doesn't have.
  static func help(for marks: String) -> String? {
    switch marks {
    case "==", "===": "write `is` to compare, `=` to give a value"
    case "!=", "!==": "write `is not`"
    case "!": "write `not`"
    case "&&", "&": "write `and`"
    case "||", "|": "write `or`"
    case ":": "write `=` between a field and its value, and nothing after a step"
    case "->", "=>", ":=": "write the action after the step, and `=` between a field and its value"
    case "'", "`": "texts stand between double quotes"
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}":
      "texts stand between plain double quotes"
    case "U+00A0", "U+202F", "U+3000": "a plain space parts words"
    case "\u{2192}", "\u{21D2}": "write the action after the step"
    case "\u{2013}", "\u{2014}", "\u{2212}": "write a plain hyphen"
    case "//", "/*", "--", "*/": "a comment begins with `#`"
    case "$", "@", "%": "write the name alone, or `\\(name)` within a text"
    case "[", "]": "lists have no brackets: put commas between the values"
    case "+": "put values into a text with `\\(name)`"
    default: nil
    }
  }

  /// How to write a value that isn't in quotes: a mail address, or a variable of a shell.
  ///
  /// - Parameters:
  ///   - marks: The marks that mean nothing.
  ///   - text: The text around them, up to the next space or quotation mark on either side.
  /// - Returns: The help; `nil` if there is nothing to say.
  static func help(for marks: String, in text: String) -> String? {
    if marks == "$", let name = variable(in: text) {
      return "write `secret \(name)` for a secret from the environment or a file of secrets, and "
        + "`env \(name)` for another variable"
    }
    guard marks == "@", text.first != "@", text.last != "@" else { return help(for: marks) }
    // What is no address may be a password.
    let isAddress = text.split(separator: "@").last?.contains(".") == true
    return "put the text in quotes" + (isAddress ? ": `\"\(text)\"`" : "")
  }

  /// The name in `$JANE_PASSWORD` and `${JANE_PASSWORD}`.
  private static func variable(in text: String) -> String? {
    var name = text.drop { $0 == "$" || $0 == "{" }
    if name.last == "}" { name.removeLast() }
    let isName = name.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
    return isName && name.first?.isUppercase == true ? String(name) : nil
  }

  /// What to write instead of marks that mean the same in other languages, whatever stands around.
  static func words(for marks: String) -> [String] {
    switch marks {
    case "!=", "!==": ["is not"]
    case "&&", "&": ["and"]
    case "||", "|": ["or"]
    default: []
    }
  }

  /// What is written as several words.
  static let phrases: Set<String> = ["is not"]

  /// What to write instead of a word that another language or habit suggests; else the nearest of
  /// what would have been accepted.
  static func help(found: String, expected: [String]) -> String? {
    if bare(found) == "{", expected.map(bare).contains("flow") {
      return "say before it what the block is: `flow \"name\" {`"
    }
    return Prose.didYouMean(words(found: found, expected: expected))
  }

  /// The words that were probably meant by one that can't stand there, the nearest first.
  static func words(found: String, expected: [String]) -> [String] {
    let word = bare(found)
    let words = expected.map(bare)
    if let usual = usual(word), words.contains(usual) { return [usual] }
    return Suggestion.nearest(word, among: words)
  }

  /// What a word of another language or habit is called here.
  static func usual(_ word: String) -> String? {
    switch word {
    case "equals", "equal", "eq": "is"
    case "if", "where", "unless": "when"
    case "else", "default": "otherwise"
    case "var", "const", "set": "let"
    case "include", "require": "import"
    case "click", "press", "tap", "pick", "select": "choose"
    case "fill", "enter", "type", "input": "answer"
    case "assert", "check", "verify": "expect"
    case "print", "echo", "log": "say"
    case "wait", "sleep": "poll"
    case "go", "next", "continue": "submit"
    case "scenario", "test", "case": "flow"
    default: nil
    }
  }

  /// The word that was found, as it is written; `nil` if something else was.
  static func word(in found: String) -> String? {
    let word = bare(found)
    return word == found ? nil : word
  }

  /// A word without the backticks that messages put around it.
  private static func bare(_ text: String) -> String { Prose.bare(text, without: "`") }
}
