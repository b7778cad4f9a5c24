import FlowText
import FlowHTTP
import FlowScript

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A report in JSON lines, read line by line.
final class EventFile {
  /// The line that was read last, from 1.
  private(set) var line = 0

  private let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Opens a file.
  init(_ path: String) throws(PlainFailure) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw EventFile.unreadable(FileReader.reason(errno)) }
  }

  /// What is wrong with a file that isn't read: a failure without a line.
  static func unreadable(_ reason: String) -> PlainFailure {
    PlainFailure("it can't be read: \(reason)")
  }

  /// The same failure at the line that was read last.
  private func located(_ failure: PlainFailure) -> PlainFailure {
    var failure = failure
    failure.place = failure.place ?? "\(line)"
    return failure
  }

  deinit { close(descriptor) }

  /// The next line, without its end; `nil` after the last one.
  func next() throws(PlainFailure) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        line += 1
        return Array(buffer[start..<end])
      }
      searched = buffer.count
      guard !isAtEnd else { break }
      guard buffer.count - start <= TestEvent.limits.size else {
        line += 1
        throw located(PlainFailure("this line has more than \(TestEvent.limits.size >> 20) MB"))
      }
      // What was given away makes room, once it is worth moving the rest.
      if start > buffer.count / 2 {
        buffer.removeFirst(start)
        searched -= start
        start = 0
      }
      let count = unsafe chunk.withUnsafeMutableBytes { room in
        unsafe FileDescriptor(descriptor).take(into: room)
      }
      guard count >= 0 else { throw EventFile.unreadable(FileReader.reason(errno)) }
      isAtEnd = count == 0
      buffer += chunk[..<count]
    }
    guard start < buffer.count else { return nil }
    defer { start = buffer.count }
    line += 1
    return Array(buffer[start...])
  }

  /// The first event; `nil` where the file is empty.
  func first() throws(PlainFailure) -> TestEvent? {
    while let bytes = try next() {
      if bytes.isEmpty { continue }
      do throws(PlainFailure) { return try TestEvent(line: bytes) } catch { throw located(error) }
    }
    return nil
  }

  /// Reads all events in order.
  ///
  /// A line that is no JSON is the last one of a run that was killed, where a run has begun and
  /// nothing of it follows.
  ///
  /// - Parameters:
  ///   - isWithinRun: Whether a run has begun and not ended.
  ///   - body: Called for each event.
  /// - Throws: `PlainFailure`, at the line that is wrong.
  func forEach(
    isWithinRun: () -> Bool, _ body: (TestEvent) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    var broken: PlainFailure?
    while let bytes = try next() {
      if bytes.isEmpty || bytes == [UInt8(ascii: "\r")] { continue }
      let json: JSON
      do throws(JSONFailure) {
        json = try JSON(parsing: bytes, limits: TestEvent.limits)
      } catch {
        let failure = located(TestEvent.failure(error))
        guard isWithinRun(), broken == nil else { throw failure }
        broken = failure
        continue
      }
      do throws(PlainFailure) {
        let event = try TestEvent(json)
        if let last = broken {
          guard case .began = event else { throw last }
          broken = nil
        }
        try body(event)
      } catch { throw located(error) }
    }
  }
}
