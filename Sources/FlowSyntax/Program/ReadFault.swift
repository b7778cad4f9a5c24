public import FlowDiagnostics

/// Why a file could not be read.
public enum ReadFault: Error, Sendable, Hashable {
  /// There is no such file.
  case missing
  /// It is a folder.
  case folder
  /// It is longer than `SourceFile.bytesMax`.
  case tooLarge
  /// Something else, said in a few words in lower case.
  case unreadable(String)

  /// Why, in a few words; `nil` where there is no such file.
  var reason: String? {
    switch self {
    case .missing: nil
    case .folder: "it is a folder"
    case .tooLarge: "it is longer than \(SourceFile.bytesMax >> 20) MB"
    case .unreadable(let reason): reason
    }
  }

  /// That a file which a person named can't be read.
  public func diagnostic(of name: String) -> Diagnostic {
    switch self {
    case .missing: Diagnostic(.fileNotFound(path: name), at: nil)
    case .tooLarge:
      Diagnostic(
        .fileTooLarge(limit: SourceFile.bytesMax), at: nil, notes: ["the file is `\(name)`"])
    case .folder, .unreadable:
      Diagnostic(.fileNotReadable(path: name, reason: reason ?? ""), at: nil)
    }
  }
}
