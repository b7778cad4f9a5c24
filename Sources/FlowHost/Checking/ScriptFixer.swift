package import FlowDiagnostics
package import FlowScript
import FlowSyntax

/// Makes the certain fixes of scripts in memory.
///
/// The caller writes the files.
///
/// A change is undone if the changed script has an error at the same location.
package struct ScriptFixer {
  /// A change.
  package struct Change {
    /// The file and the range that was changed, in the text before the change.
    package var place: Place
    /// The text before the change.
    package var old: String
    /// The text after the change.
    package var new: String
  }

  private let options: LoadedScript.Options
  /// The files that may be changed.
  private let files: Set<String>
  /// The paths that the user gave.
  private let given: GivenPaths
  /// The changed texts by file.
  package private(set) var texts: [String: [UInt8]] = [:]
  /// The changes in order.
  package private(set) var changes: [Change] = []
  /// The fixes that were undone; they aren't tried again.
  private var refused: Set<Fix> = []

  /// The most rounds of checking: each may reveal mistakes that an earlier mistake hid.
  package static let roundsMax = 20

  package init(_ files: [String], of given: GivenPaths, _ options: LoadedScript.Options) {
    self.files = Set(files)
    self.given = given
    self.options = options
  }

  /// Reads a script with the changes made so far.
  func read(_ path: String) throws(ReadFault) -> [UInt8] {
    if let text = texts[path] { return text }
    return try ScriptFiles.read(path)
  }

  /// Loads a script with the changes made so far.
  package func load(_ path: String) -> LoadedScript {
    var options = options
    options.foundBelow = given.foldersFound(path)
    return LoadedScript.load(path, options: options) { (file: String) throws(ReadFault) in
      try read(file)
    }
  }

  /// Makes the changes of a round.
  ///
  /// - Parameter round: The problems.
  /// - Returns: Whether a change was made.
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

  /// Returns a text with changes made, and their ranges in it.
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
