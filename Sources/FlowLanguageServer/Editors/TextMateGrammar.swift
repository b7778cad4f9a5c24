package import FlowHost
import FlowSyntax
import FlowHTTP

/// The grammar of scripts for editors that use TextMate grammars: VS Code, Sublime Text, JetBrains,
/// Zed.
package enum TextMateGrammar {
  package static let file = MadeFile(path: "flow.tmLanguage.json", text: grammar.pretty() + "\n")

  /// Returns the scope of the words of a role, with the names that themes use.
  static func scope(_ role: Keyword.Role) -> String {
    switch role {
    case .declaration: "keyword.declaration.flow"
    case .statement: "keyword.control.statement.flow"
    case .action: "support.function.action.flow"
    case .clause: "keyword.other.clause.flow"
    case .logic: "keyword.operator.logical.flow"
    case .test: "keyword.operator.word.flow"
    case .value: "support.function.value.flow"
    case .constant: "constant.language.boolean.flow"
    case .quantifier: "storage.modifier.flow"
    }
  }

  private static let threeQuotes = String(repeating: "\"", count: 3)
  private static let before = #"(?<![\p{L}\p{N}_.-])"#
  private static let after = #"(?![\p{L}\p{N}_.-])"#

  private static let grammar: JSON = [
    "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
    "name": "flow", "scopeName": "source.flow", "fileTypes": ["flow"],
    "patterns": .array(
      [
        "comment", "longText", "text", "duration", "number", "field", "step", "block", "declared",
        "outcome",
        "randomKind", "algorithm", "keywords", "mark",
      ].map { ["include": .string("#" + $0)] }),
    "repository": .object(JSONObject(members: texts + words)),
  ]

  private static let texts: [JSONObject.Member] = [
    .init("comment", match("comment.line.number-sign.flow", "#.*$")),
    .init(
      "longText",
      [
        "name": "string.quoted.triple.flow", "begin": .string(threeQuotes),
        "end": .string(threeQuotes),
        "patterns": [["include": "#escape"]],
      ]),
    .init(
      "text",
      [
        "name": "string.quoted.double.flow", "begin": "\"", "end": "\"|$",
        "patterns": [["include": "#escape"]],
      ]),
    .init(
      "escape",
      [
        "patterns": [
          match("constant.character.escape.flow", #"\\(?:["\\nt]|u\{[0-9A-Fa-f]{1,6}\})"#),
          match("variable.other.interpolated.flow", #"\\\("# + EditorWords.name + #"\)"#),
          match("invalid.illegal.escape.flow", #"\\."#),
        ]
      ]),
    .init(
      "duration",
      match(
        "constant.numeric.duration.flow",
        #"(?<![\p{L}\p{N}_.-])[+-]?[0-9]+(?:\.[0-9]+)?(?:"#
          + EditorWords.anyOf(LanguageWords.units) + ")" + after)),
    .init(
      "number",
      match(
        "constant.numeric.flow", #"(?<![\p{L}\p{N}_.-])[+-]?[0-9]+(?:\.[0-9]+)?"# + after)),
    .init("mark", match("keyword.operator.flow", "[<>]=?|[=?]")),
  ]

  private static let words: [JSONObject.Member] = [
    // A name before `=` is a field, even if it is a keyword.
    .init(
      "field",
      match("variable.other.member.flow", before + EditorWords.name + #"(?=\s*\??\s*=)"#)),
    .init(
      "step",
      captures(
        before + #"(on)\s+("# + EditorWords.name + ")",
        scope(.statement), "entity.name.function.step.flow")),
    .init(
      "declared",
      captures(
        before + #"(use|against|engine|let)\s+("# + EditorWords.name + ")",
        scope(.statement), "entity.name.type.flow")),
    .init(
      "block",
      captures(
        before + #"(profile|org)\s+("# + EditorWords.name + ")",
        scope(.declaration), "entity.name.type.flow")),
    .init(
      "outcome",
      captures(
        before + #"(expect)\s+("# + EditorWords.anyOf(LanguageWords.outcomes) + ")" + after,
        scope(.action), "constant.language.outcome.flow")),
    .init(
      "randomKind",
      captures(
        before + #"(random)\s+("# + EditorWords.anyOf(LanguageWords.randomKinds) + ")" + after,
        scope(.value), "constant.language.random.flow")),
    .init(
      "algorithm",
      match(
        "constant.language.algorithm.flow",
        before + "(?:" + EditorWords.anyOf(LanguageWords.algorithms) + ")" + after)),
    .init(
      "keywords",
      [
        "patterns": .array(
          EditorWords.groups.map { role, words in
            match(scope(role), before + "(?:" + EditorWords.anyOf(words) + ")" + after)
          })
      ]),
  ]

  private static func match(_ scope: String, _ pattern: String) -> JSON {
    ["name": .string(scope), "match": .string(pattern)]
  }

  private static func captures(_ pattern: String, _ first: String, _ second: String) -> JSON {
    [
      "match": .string(pattern),
      "captures": ["1": ["name": .string(first)], "2": ["name": .string(second)]],
    ]
  }
}
