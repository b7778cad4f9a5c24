package import FlowHost
import FlowSyntax
import FlowHTTP
import FlowTerminal

/// A tree-sitter grammar and its queries: for Neovim, Helix, Emacs and Zed.
///
/// It knows words, texts, blocks, rules' steps and fields, which is what drawing and folding need;
/// where a statement ends it doesn't say, as that takes a scanner in C.
package enum TreeSitterGrammar {
  package static let files = [
    MadeFile(path: "grammar.js", text: grammar),
    MadeFile(path: "queries/highlights.scm", text: highlights),
    MadeFile(path: "queries/folds.scm", text: "[(block) (group) (long_text)] @fold\n"),
    MadeFile(path: "package.json", text: package.pretty() + "\n"),
    MadeFile(path: "tree-sitter.json", text: configuration.pretty() + "\n"),
  ]

  /// The capture that a role's words are drawn by.
  static func capture(_ role: Keyword.Role) -> String {
    switch role {
    case .declaration, .statement, .clause: "keyword"
    case .quantifier: "keyword.modifier"
    case .action: "function.builtin"
    case .logic, .test: "keyword.operator"
    case .value: "type.builtin"
    case .constant: "boolean"
    }
  }

  /// The words that a name follows which they declare or mean.
  private static let naming = ["profile", "org", "use", "against", "engine", "let"]

  private static var grammar: String {
    let rules = EditorWords.groups.map { role, words in
      "    \(role.rawValue): $ => choice(\(words.map { "\"\($0)\"" }.joined(separator: ", "))),"
    }
    let roles = EditorWords.groups.map { "$.\($0.role.rawValue)" }.joined(separator: ", ")
    let naming = naming.map { "\"\($0)\"" }.joined(separator: ", ")
    let units = EditorWords.anyOf(LanguageWords.units)
    return #"""
      // The tree-sitter grammar of flow scripts, made by `flow editor tree-sitter` of the parser's
      // own tables.
      module.exports = grammar({
        name: "flow",
        word: $ => $.name,
        extras: $ => [/\s/, ";", $.comment],
        rules: {
          source_file: $ => repeat($._element),
          _element: $ => choice(
            $.block, $.group, $.rule, $.named, $.field, $._word, $.long_text, $.text, $.duration,
            $.number, $.mark,
          ),
          block: $ => seq("{", repeat($._element), "}"),
          group: $ => seq("(", repeat($._element), ")"),
          rule: $ => prec(2, seq("on", field("step", $._word))),
          named: $ => prec(2, seq(choice(\#(naming)), field("name", $._word))),
          field: $ => prec.right(3, seq($._word, choice("=", seq("?", optional("="))))),
          _word: $ => choice($.name, \#(roles)),
      \#(rules.map { "    " + $0.dropFirst(4) }.joined(separator: "\n"))
          name: $ => /[\p{L}][\p{L}\p{N}_.-]*/,
          duration: $ => token(prec(2, /[+-]?[0-9]+(\.[0-9]+)?(\#(units))/)),
          number: $ => token(prec(1, /[+-]?[0-9]+(\.[0-9]+)?/)),
          mark: $ => choice("<=", ">=", "<", ">", "=", "?", ","),
          text: $ => seq(
            "\"",
            repeat(choice(
              token.immediate(prec(1, /[^"\\\n]+/)), $.escape, $.interpolation,
            )),
            token.immediate("\""),
          ),
          long_text: $ => seq(
            "\"\"\"",
            repeat(choice(
              token.immediate(prec(1, /[^"\\]+/)), token.immediate(prec(1, /""?[^"\\]/)), $.escape,
              $.interpolation,
            )),
            token.immediate("\"\"\""),
          ),
          escape: $ => token.immediate(/\\(["\\nt]|u\{[0-9A-Fa-f]{1,6}\})/),
          interpolation: $ => token.immediate(/\\\([\p{L}][\p{L}\p{N}_.-]*\)/),
          comment: $ => token(/#[^\n]*/),
        },
      });

      """#
  }

  private static var highlights: String {
    let roles = EditorWords.groups.map { role, _ in "(\(role.rawValue)) @\(capture(role))" }
    let outcomes = LanguageWords.outcomes + LanguageWords.randomKinds + LanguageWords.algorithms
    let constants = outcomes.map { "\"\($0)\"" }.joined(separator: " ")
    return """
      ; Made by `flow editor tree-sitter`. The last pattern that fits a node draws it.
      (name) @variable
      ((name) @constant.builtin (#any-of? @constant.builtin \(constants)))
      \(roles.joined(separator: "\n"))
      (rule "on" @keyword)
      (rule step: (_) @function)
      (named [\(naming.map { "\"\($0)\"" }.joined(separator: " "))] @keyword)
      (named name: (_) @type)
      (field (_) @property)
      (mark) @operator
      (number) @number
      (duration) @number
      (text) @string
      (long_text) @string
      (escape) @string.escape
      (interpolation) @string.special
      (comment) @comment
      ["{" "}" "(" ")"] @punctuation.bracket

      """
  }

  private static let package: JSON = [
    "name": "tree-sitter-flow", "version": .string(version),
    "description": "Flow scripts for tree-sitter",
    "private": true,
  ]

  private static let configuration: JSON = [
    "grammars": [
      [
        "name": "flow", "scope": "source.flow", "file-types": ["flow"],
        "highlights": ["queries/highlights.scm"],
      ]
    ],
    "metadata": ["version": .string(version)],
  ]
}
