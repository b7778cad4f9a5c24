package import FlowRuntime

/// `file "path"` in a script.
package enum ValueFile {
  /// The largest file whose text is a value: a key or a code is far shorter.
  package static let bytesMax = 1 << 20

  /// Reads a file that a script names, relative to the script's folder.
  package static func read(
    _ path: String, besides script: String
  ) throws(ValueSources.FileUnreadable) -> String {
    var resolved = path
    if !path.hasPrefix("/"), let mark = script.lastIndex(of: "/") {
      resolved = script[...mark] + path
    }
    let bytes: [UInt8]
    do throws(FileReader.Failure) {
      bytes = try FileReader.read(resolved, limit: bytesMax)
    } catch {
      switch error {
      case .notFound: throw ValueSources.FileUnreadable("not found")
      case .folder: throw ValueSources.FileUnreadable("a folder")
      case .tooLarge: throw ValueSources.FileUnreadable("longer than \(bytesMax >> 20) MB")
      case .unreadable(let reason): throw ValueSources.FileUnreadable(reason)
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ValueSources.FileUnreadable("not UTF-8")
    }
    return text
  }
}
