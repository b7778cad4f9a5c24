import FlowSyntax
import FlowText
import FlowAuthenticators
import FlowEngine
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A folder of mails, a file each: those in `new` nobody has seen, those in `cur` somebody has.
final class Maildir: MessageSource {
  private let path: String
  /// Where each mail was at the last look.
  private let places = Mutex<[String: String]>([:])

  /// How many mails a folder may hold: it is listed every second.
  static let mailsMax = 50_000

  init(_ path: String) {
    self.path = path
  }

  func serves(_ channel: String) -> Bool { channel == "email" }

  func arrivals() async throws(PlainFailure) -> [Arrival] {
    guard FileReader.isFolder(path) else {
      throw PlainFailure(
        "there is no folder `\(path.displayed)` for an inbox",
        help: "`maildir:` names a folder that holds the folders `new` and `cur`")
    }
    guard FileReader.isFolder(path + "/new") else {
      throw PlainFailure(
        "`\(path.displayed)` is no maildir: it holds no folder `new`",
        help: "`maildir:` names a folder that holds the folders `new` and `cur`")
    }
    var found: [String: String] = [:]
    for folder in ["\(path)/cur", "\(path)/new"] where FileReader.isFolder(folder) {
      let names: [String]
      do throws(ReadFault) { names = try FileReader.names(in: folder) } catch {
        throw PlainFailure("`\(folder.displayed)` can't be read")
      }
      for name in names {
        // What a mail reader notes of a mail stands behind a colon, and changes.
        found[String(name.prefix { $0 != ":" })] = "\(folder)/\(name)"
      }
    }
    guard found.count <= Maildir.mailsMax else {
      throw PlainFailure(
        "`\(path.displayed)` holds more than \(Maildir.mailsMax) mails",
        help: "name a folder into which the codes alone are delivered")
    }
    places.withLock { $0 = found }
    // Their names begin with the time.
    return found.keys.sorted().map { Arrival(id: $0) }
  }

  func read(_ id: String) async throws(PlainFailure) -> MailMessage? {
    guard let file = places.withLock({ $0[id] }) else { return nil }
    return Maildir.head(of: file).map { MailMessage($0) }
  }

  /// The beginning of a file, as much of it as is read of a mail; `nil` where it is gone, or no file.
  private static func head(of file: String) -> [UInt8]? {
    // A pipe among the mails must not hold up the run.
    let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < MailLimits.mailBytesMax {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe FileDescriptor(descriptor).take(into: buffer)
      }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
