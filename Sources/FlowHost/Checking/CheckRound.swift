import FlowChecker
package import FlowDiagnostics
package import FlowScript
import FlowSyntax

/// What is wrong with several scripts, each problem once.
package struct CheckRound {
  /// The problems, file by file.
  package private(set) var diagnostics: [Diagnostic] = []
  private var keys: [Key: Int] = [:]
  /// How many of the scripts read a file, by its name.
  private var readers: [String: Int] = [:]

  /// What makes two problems the same, though two scripts have them.
  private struct Key: Hashable {
    var file: String
    var range: SourceRange
    var message: String

    init(_ diagnostic: Diagnostic) {
      file = diagnostic.place?.source.name ?? ""
      range = diagnostic.place?.range ?? SourceRange(0, 0)
      message = diagnostic.message
    }
  }

  /// Makes a round of no scripts yet.
  package init() {}

  /// Takes a script's problems.
  package mutating func add(_ script: LoadedScript) {
    for name in Set(script.program.scripts.map(\.source.name)) { readers[name, default: 0] += 1 }
    for diagnostic in script.diagnostics {
      let key = Key(diagnostic)
      keys[key, default: 0] += 1
      if keys[key] == 1 { diagnostics.append(diagnostic) }
    }
  }

  /// Leaves out the names that nothing uses in a file which another of the scripts imports: they are
  /// for that one to use.
  package mutating func settle() {
    diagnostics.removeAll { diagnostic in
      guard diagnostic.kind == .unusedName, let file = diagnostic.place?.source.name else {
        return false
      }
      return readers[file, default: 0] > 1
    }
  }

  /// The changes that no doubt is left of, by file: those on which all scripts agree that read it.
  func certainFixes() -> [String: [Fix]] {
    var fixes: [String: [Fix]] = [:]
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fixes.first, fix.isCertain,
        keys[Key(diagnostic)] == readers[fix.place.source.name]
      else { continue }
      fixes[fix.place.source.name, default: []].append(fix)
    }
    return fixes
  }
}
