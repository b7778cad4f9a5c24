import FlowSyntax
import FlowText
import FlowAuthenticators
import FlowEngine
import FlowLock

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A folder with one file for each email (Maildir).
///
/// New emails are in `new`, and emails that were seen are in `cur`.
final class Maildir: MessageSource {
  private let path: String
  /// The path of each email when the folder was last listed.
  private let places = Mutex<[String: String]>([:])

  /// The maximum number of emails in a folder, because it is listed every second.
  static let mailsMax = 50_000

  init(_ path: String) {
    self.path = path
  }

  func serves(_ channel: String) -> Bool { channel == "email" }

  func arrivals() async throws(PlainFailure) -> [Arrival] {
    guard FileReader.isFolder(path) else {
      throw PlainFailure(
        "the inbox folder `\(path.displayed)` doesn't exist",
        help: "`maildir:` names a folder that contains the folders `new` and `cur`")
    }
    guard FileReader.isFolder(path + "/new") else {
      throw PlainFailure(
        "`\(path.displayed)` isn't a maildir: it doesn't contain a folder `new`",
        help: "`maildir:` names a folder that contains the folders `new` and `cur`")
    }
    var found: [String: String] = [:]
    for folder in ["\(path)/cur", "\(path)/new"] where FileReader.isFolder(folder) {
      let names: [String]
      do throws(ReadFault) { names = try FileReader.names(in: folder) } catch {
        throw PlainFailure("`\(folder.displayed)` can't be read")
      }
      for name in names {
        // The flags of an email come after a colon in its name. They can change, so they aren't
        // part of its id.
        found[String(name.prefix { $0 != ":" })] = "\(folder)/\(name)"
      }
    }
    guard found.count <= Maildir.mailsMax else {
      throw PlainFailure(
        "`\(path.displayed)` contains more than \(Maildir.mailsMax) mails",
        help: "name a folder that receives only the codes")
    }
    places.withLock { $0 = found }
    // The names begin with the time.
    return found.keys.sorted().map { Arrival(id: $0) }
  }

  func read(_ id: String) async throws(PlainFailure) -> MailMessage? {
    guard let file = places.withLock({ $0[id] }) else { return nil }
    return Maildir.head(of: file).map { MailMessage($0) }
  }

  /// Reads the beginning of a file, up to the limit for an email.
  ///
  /// Returns `nil` if the file is gone, or isn't a regular file.
  private static func head(of file: String) -> [UInt8]? {
    // A pipe in the folder must not block the run.
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
