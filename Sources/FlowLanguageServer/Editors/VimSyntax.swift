package import FlowHost
import FlowSyntax

/// The files for Vim and Neovim.
package enum VimSyntax {
  package static let files = [
    MadeFile(path: "syntax/flow.vim", text: syntax),
    MadeFile(
      path: "ftdetect/flow.vim",
      text: "autocmd BufRead,BufNewFile *.flow setfiletype flow\n"),
    MadeFile(path: "ftplugin/flow.vim", text: Resources.ftpluginVim),
  ]

  /// Returns the group for the words of a role, and Vim's own group that it is linked to.
  static func group(_ role: Keyword.Role) -> (name: String, link: String) {
    switch role {
    case .declaration: ("flowDeclaration", "Structure")
    case .statement: ("flowStatement", "Statement")
    case .action: ("flowAction", "Function")
    case .clause: ("flowClause", "Keyword")
    case .logic: ("flowLogic", "Operator")
    case .test: ("flowTest", "Operator")
    case .value: ("flowValue", "Type")
    case .constant: ("flowConstant", "Boolean")
    case .quantifier: ("flowQuantifier", "StorageClass")
    }
  }

  /// The syntax; words come first, because Vim takes the last item that matches at a position.
  private static var syntax: String {
    let groups = EditorWords.groups.map { role, words in
      "syntax match \(group(role).name) /\\v<(\(EditorWords.anyOf(words)))>/"
    }
    let links = Keyword.Role.allCases.map { "highlight default link " + spaced(group($0)) }
    return #"""
      " Vim syntax of flow scripts, made by `flow editor vim` of the parser's own tables.
      if exists("b:current_syntax")
        finish
      endif
      syntax iskeyword @,48-57,_,-,.,192-255

      \#(groups.joined(separator: "\n"))
      syntax match flowConstant /\v(<expect\s+)@<=(\#(EditorWords.anyOf(LanguageWords.outcomes)))>/
      syntax match flowConstant /\v(<random\s+)@<=(\#(EditorWords.anyOf(LanguageWords.randomKinds)))>/
      syntax match flowConstant /\v<(\#(EditorWords.anyOf(LanguageWords.algorithms)))>/
      syntax match flowStep /\v(<on\s+)@<=[[:alpha:]]\k*/
      syntax match flowName /\v(<(profile|org|use|against|engine|let)\s+)@<=[[:alpha:]]\k*/
      syntax match flowField /\v<[[:alpha:]]\k*\ze\s*\?=\s*\=/
      syntax match flowNumber /\v(\k)@<![+-]=\d+(\.\d+)=>/
      syntax match flowDuration /\v(\k)@<![+-]=\d+(\.\d+)=(\#(EditorWords.anyOf(LanguageWords.units)))>/
      syntax match flowMark /[<>]=\?\|[=?]/
      syntax match flowEscape /\\["\\nt]\|\\u{\x\{1,6}}/ contained
      syntax match flowInterpolation /\\(\k\+)/ contained
      syntax region flowText start=/"/ skip=/\\./ end=/"/ oneline contains=flowEscape,flowInterpolation
      syntax region flowText start=/"""/ skip=/\\./ end=/"""/ contains=flowEscape,flowInterpolation
      syntax match flowComment /#.*$/ contains=@Spell

      \#(links.joined(separator: "\n"))
      highlight default link flowStep Identifier
      highlight default link flowName Identifier
      highlight default link flowField Identifier
      highlight default link flowNumber Number
      highlight default link flowDuration Number
      highlight default link flowMark Operator
      highlight default link flowEscape SpecialChar
      highlight default link flowInterpolation Special
      highlight default link flowText String
      highlight default link flowComment Comment

      syntax sync minlines=200
      let b:current_syntax = "flow"

      """#
  }

  private static func spaced(_ group: (name: String, link: String)) -> String {
    group.name + " " + group.link
  }
}
