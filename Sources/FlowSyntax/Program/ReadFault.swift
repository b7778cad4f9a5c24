public import FlowDiagnostics

/// The reason why a file can't be read.
public enum ReadFault: Error, Sendable, Hashable {
  /// The file doesn't exist.
  case missing
  /// The path is a folder.
  case folder
  /// The file has more bytes than the limit.
  case tooLarge(limit: Int)
  /// Any other reason, in a few words in lower case.
  case unreadable(String)

  /// The reason in a few words; `nil` if the file doesn't exist.
  var reason: String? {
    switch self {
    case .missing: nil
    case .folder: "it is a folder"
    case .tooLarge(let limit): "it is longer than \(limit >> 20) MB"
    case .unreadable(let reason): reason
    }
  }

  /// The reason as a sentence about the file.
  package var words: String {
    switch self {
    case .missing: "there is no such file"
    case .folder: "this is a folder"
    case .tooLarge(let limit):
      "the file is larger than \(limit < 1 << 20 ? "\(limit >> 10) KB" : "\(limit >> 20) MB")"
    case .unreadable(let reason): "the file can't be read: \(reason)"
    }
  }

  /// Returns the diagnostic for a file that the user has named.
  public func diagnostic(of name: String) -> Diagnostic {
    switch self {
    case .missing: Diagnostic(.fileNotFound(path: name), at: nil)
    case .tooLarge(let limit):
      Diagnostic(.fileTooLarge(limit: limit), at: nil, notes: ["the file is `\(name)`"])
    case .folder, .unreadable:
      Diagnostic(.fileNotReadable(path: name, reason: reason ?? ""), at: nil)
    }
  }
}
