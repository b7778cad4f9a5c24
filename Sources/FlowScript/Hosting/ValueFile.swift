package import FlowRuntime

/// `file "path"` in a script.
package enum ValueFile {
  /// The largest file whose text is a value: a key or a code is far shorter.
  package static let bytesMax = 1 << 20

  /// Where a file is that a script names, relative to the script's folder.
  package static func resolve(_ path: String, besides script: String) -> String {
    guard !path.hasPrefix("/"), let mark = script.lastIndex(of: "/") else { return path }
    return script[...mark] + path
  }

  /// Reads a file that a script names.
  package static func read(
    _ path: String, besides script: String
  ) throws(ValueSources.FileUnreadable) -> String {
    let bytes: [UInt8]
    do throws(FileReader.Failure) {
      bytes = try FileReader.read(resolve(path, besides: script), limit: bytesMax)
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
