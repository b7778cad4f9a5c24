extension FileReader.Failure {
  /// What a person is told.
  package var words: String {
    switch self {
    case .notFound: "there is no such file"
    case .folder: "this is a folder"
    case .tooLarge(let limit):
      "the file is larger than \(limit < 1 << 20 ? "\(limit >> 10) KB" : "\(limit >> 20) MB")"
    case .unreadable(let reason): "the file can't be read: \(reason)"
    case .ended: "the file was not read: it gave nothing until the end of the wait"
    }
  }
}
