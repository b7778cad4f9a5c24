package import FlowDiagnostics

/// Finds the files from which a script in memory was made.
///
/// Problems are shown at their locations in these files, because the script isn't on disk.
package struct ScriptOrigin: Sendable {
  /// A location from which a part of the script was made.
  package struct Spot {
    package var place: Place
    /// The path in the file; `nil` if the place says enough.
    package var path: String?

    package init(_ place: Place, path: String? = nil) {
      self.place = place
      self.path = path
    }
  }

  private let source: SourceFile
  private let find: @Sendable (SourceRange) -> Spot?

  /// Creates an origin.
  ///
  /// - Parameters:
  ///   - source: The script in memory.
  ///   - find: Returns the location from which a range of the script was made; `nil` if there is
  ///     none.
  package init(of source: SourceFile, find: @escaping @Sendable (SourceRange) -> Spot?) {
    self.source = source
    self.find = find
  }

  /// Returns a problem with the locations in the files.
  ///
  /// A location without a file is removed, because a wrong one is worse.
  package func shown(_ diagnostic: Diagnostic) -> Diagnostic {
    func spot(_ place: Place) -> Spot? {
      place.source == source ? find(place.range) : Spot(place)
    }
    var shown = diagnostic
    let own = diagnostic.place.flatMap(spot)
    shown.place = own?.place
    if let path = own?.path { shown.notes.append("the path in the file is `\(path)`") }
    shown.labels = diagnostic.labels.compactMap { label in
      spot(label.place).map { spot in
        let path = spot.path.map { " (\($0))" } ?? ""
        return Diagnostic.PlaceLabel(spot.place, label.text + path)
      }
    }
    return shown
  }
}

extension OrgSource.Found {
  /// Returns a problem of the org with the locations in the files that the org was made from.
  package func shown(_ diagnostic: Diagnostic) -> Diagnostic {
    origin?.shown(diagnostic) ?? diagnostic
  }
}
