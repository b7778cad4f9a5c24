package import FlowDiagnostics
package import FlowScript
import FlowSyntax

/// Changes scripts where no doubt is left of what was meant, in memory; whoever has it writes them.
///
/// A change is taken back where the changed script has an error at its place.
package struct ScriptFixer {
  /// One change that was made.
  package struct Change {
    /// The file and the place that was changed, in the text of that time.
    package var place: Place
    /// What stood there, and what does now.
    package var old: String
    package var new: String
  }

  private let options: LoadedScript.Options
  /// The files that may be changed.
  private let files: Set<String>
  /// The paths that the user gave.
  private let given: GivenPaths
  /// The changed texts by file.
  package private(set) var texts: [String: [UInt8]] = [:]
  /// The changes in their order.
  package private(set) var changes: [Change] = []
  /// What was taken back, so that it isn't tried again.
  private var refused: Set<Fix> = []

  /// How often scripts are checked again: each time may show what the last mistake hid.
  package static let roundsMax = 20

  package init(_ files: [String], of given: GivenPaths, _ options: LoadedScript.Options) {
    self.files = Set(files)
    self.given = given
    self.options = options
  }

  /// Reads a script as it has become.
  func read(_ path: String) throws(ReadFault) -> [UInt8] {
    if let text = texts[path] { return text }
    return try ScriptFiles.read(path)
  }

  /// Loads a script as it has become.
  package func load(_ path: String) -> LoadedScript {
    var options = options
    options.foundBelow = given.foldersFound(path)
    return LoadedScript.load(path, options: options) { (file: String) throws(ReadFault) in
      try read(file)
    }
  }

  /// Makes the changes of a round.
  ///
  /// - Parameter round: What is wrong.
  /// - Returns: Whether there was any to make.
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

  /// A text with changes made, and where they stand in it.
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
