import FlowChecker
package import FlowDiagnostics
package import FlowScript
import FlowSyntax

/// The problems of several scripts, each once.
package struct CheckRound {
  /// The problems, file by file.
  package private(set) var diagnostics: [Diagnostic] = []
  private var keys: [Key: Int] = [:]
  /// The number of scripts that read a file, by the name of the file.
  private var readers: [String: Int] = [:]

  /// The identity of a problem that several scripts have.
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

  /// Creates an empty round.
  package init() {}

  /// Adds the problems of a script.
  package mutating func add(_ script: LoadedScript) {
    for name in Set(script.program.scripts.map(\.source.name)) { readers[name, default: 0] += 1 }
    for diagnostic in script.diagnostics {
      let key = Key(diagnostic)
      keys[key, default: 0] += 1
      if keys[key] == 1 { diagnostics.append(diagnostic) }
    }
  }

  /// Removes reports of unused names in files that another script imports: that script uses them.
  package mutating func settle() {
    diagnostics.removeAll { diagnostic in
      guard diagnostic.kind == .unusedName, let file = diagnostic.place?.source.name else {
        return false
      }
      return readers[file, default: 0] > 1
    }
  }

  /// Returns the certain fixes by file.
  ///
  /// All scripts that read the file must agree on them.
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
