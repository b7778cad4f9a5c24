import FlowChecker
package import FlowDiagnostics
package import FlowScript
import FlowSyntax

/// Collects the problems of several scripts, without duplicates.
package struct CheckRound {
  /// The problems.
  ///
  /// The problems of one script are next to each other.
  package private(set) var diagnostics: [Diagnostic] = []
  private var keys: [Key: Int] = [:]
  /// The number of scripts that read a file, as the main file or as an import.
  ///
  /// The key is the file's name.
  private var readers: [String: Int] = [:]

  /// The values that two reports of the same problem share.
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

  /// Adds the problems of a script, except problems that were already added.
  package mutating func add(_ script: LoadedScript) {
    for name in Set(script.program.scripts.map(\.source.name)) { readers[name, default: 0] += 1 }
    for diagnostic in script.diagnostics {
      let key = Key(diagnostic)
      keys[key, default: 0] += 1
      if keys[key] == 1 { diagnostics.append(diagnostic) }
    }
  }

  /// Removes reports of unused names in files that several scripts read, because another script may
  /// use the name.
  package mutating func settle() {
    diagnostics.removeAll { diagnostic in
      guard diagnostic.kind == .unusedName, let file = diagnostic.place?.source.name else {
        return false
      }
      return readers[file, default: 0] > 1
    }
  }

  /// Returns the fixes that are certainly right, by file.
  ///
  /// If several scripts read a file, a fix is included only if all of them report its problem.
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
