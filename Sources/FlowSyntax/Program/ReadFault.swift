public import FlowDiagnostics

/// Why a file could not be read.
public enum ReadFault: Error, Sendable, Hashable {
  /// There is no such file.
  case missing
  /// It is a folder.
  case folder
  /// It has more bytes than are read.
  case tooLarge(limit: Int)
  /// Something else, said in a few words in lower case.
  case unreadable(String)

  /// Why, in a few words; `nil` where there is no such file.
  var reason: String? {
    switch self {
    case .missing: nil
    case .folder: "it is a folder"
    case .tooLarge(let limit): "it is longer than \(limit >> 20) MB"
    case .unreadable(let reason): reason
    }
  }

  /// Why, in a sentence about the file.
  package var words: String {
    switch self {
    case .missing: "there is no such file"
    case .folder: "this is a folder"
    case .tooLarge(let limit):
      "the file is larger than \(limit < 1 << 20 ? "\(limit >> 10) KB" : "\(limit >> 20) MB")"
    case .unreadable(let reason): "the file can't be read: \(reason)"
    }
  }

  /// That a file which a person named can't be read.
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
