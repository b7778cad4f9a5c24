package import FlowDiagnostics
package import FlowScript
import FlowSyntax

/// Applies the certain fixes of scripts, in memory.
///
/// The caller writes the files.
///
/// If a change leads to an error at its own location, the change is undone.
package struct ScriptFixer {
  /// One change to a script.
  package struct Change {
    /// The file, and the range that was replaced in its previous text.
    package var place: Place
    /// The text that was replaced.
    package var old: String
    /// The text that was written instead.
    package var new: String
  }

  private let options: LoadedScript.Options
  /// The paths of the files that may be changed.
  private let files: Set<String>
  /// The paths on the command line.
  private let given: GivenPaths
  /// The changed contents of files, by path.
  package private(set) var texts: [String: [UInt8]] = [:]
  /// All changes, in order.
  package private(set) var changes: [Change] = []
  /// The fixes that were undone.
  ///
  /// Such fixes aren't tried again.
  private var refused: Set<Fix> = []

  /// The maximum number of rounds.
  ///
  /// In each round, scripts are checked again, because fixing one error may reveal others.
  package static let roundsMax = 20

  package init(_ files: [String], of given: GivenPaths, _ options: LoadedScript.Options) {
    self.files = Set(files)
    self.given = given
    self.options = options
  }

  /// Reads a script, with the changes made so far.
  func read(_ path: String) throws(ReadFault) -> [UInt8] {
    if let text = texts[path] { return text }
    return try ScriptFiles.read(path)
  }

  /// Loads a script, with the changes made so far.
  package func load(_ path: String) -> LoadedScript {
    var options = options
    options.foundBelow = given.foldersFound(path)
    return LoadedScript.load(path, options: options) { (file: String) throws(ReadFault) in
      try read(file)
    }
  }

  /// Applies the fixes of a round.
  ///
  /// - Parameter round: The problems of all scripts.
  /// - Returns: Whether anything was changed.
  package mutating func apply(_ round: CheckRound) -> Bool {
    let count = changes.count
    for (file, fixes) in round.certainFixes().sorted(by: { $0.key < $1.key })
    where files.contains(file) {
      apply(fixes.filter { !refused.contains($0) }, to: file)
    }
    return changes.count > count
  }

  private mutating func apply(_ fixes: [Fix], to file: String) {
    var wanted: [Fix] = []
    for fix in fixes.sorted(by: { $0.place.range.start < $1.place.range.start })
    where (wanted.last?.place.range.end ?? 0) <= fix.place.range.start {
      wanted.append(fix)
    }
    let before = texts[file]
    while let source = wanted.first?.place.source {
      let (text, places) = ScriptFixer.changed(source, by: wanted)
      texts[file] = text
      let problems = load(file).diagnostics.filter {
        $0.severity == .error && $0.place?.source.name == file
      }
      let isMended = places.map { place in
        !problems.contains { problem in
          problem.place.map { $0.range.start < place.end && place.start < $0.range.end } ?? false
        }
      }
      guard isMended.contains(false) else { break }
      for (fix, isMended) in zip(wanted, isMended) where !isMended { refused.insert(fix) }
      wanted.removeAll { refused.contains($0) }
    }
    guard !wanted.isEmpty else {
      texts[file] = before
      return
    }
    changes += wanted.map { Change(place: $0.place, old: $0.place.text, new: $0.text) }
  }

  /// Returns a text with fixes applied, and the ranges of the fixes in the new text.
  private static func changed(
    _ source: SourceFile, by fixes: [Fix]
  ) -> (text: [UInt8], places: [SourceRange]) {
    var text: [UInt8] = []
    var places: [SourceRange] = []
    var end = 0
    for fix in fixes {
      text += source.bytes[end..<Int(fix.place.range.start)]
      let start = UInt32(text.count)
      text += fix.text.utf8
      places.append(SourceRange(start, UInt32(text.count)))
      end = Int(fix.place.range.end)
    }
    return (text + source.bytes[end...], places)
  }
}
