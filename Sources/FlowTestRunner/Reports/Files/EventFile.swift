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

/// Reads a report in JSON lines, line by line.
final class EventFile {
  /// The number of the latest line that was read, from 1.
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

  /// Returns the failure for a file that can't be read.
  ///
  /// The failure has no line number.
  static func unreadable(_ reason: String) -> PlainFailure {
    PlainFailure("it can't be read: \(reason)")
  }

  /// Adds the number of the latest line to a failure.
  private func located(_ failure: PlainFailure) -> PlainFailure {
    var failure = failure
    failure.place = failure.place ?? "\(line)"
    return failure
  }

  deinit { close(descriptor) }

  /// Returns the next line without its line break; `nil` at the end of the file.
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
      // When more than half of the buffer has been consumed, that part is removed.
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

  /// Returns the first event; `nil` if the file is empty.
  func first() throws(PlainFailure) -> TestEvent? {
    while let bytes = try next() {
      if bytes.isEmpty { continue }
      do throws(PlainFailure) { return try TestEvent(line: bytes) } catch { throw located(error) }
    }
    return nil
  }

  /// Reads all events in order.
  ///
  /// If a run has no end, its last line may be invalid JSON, because the run was killed while it
  /// wrote.
  ///
  /// - Parameters:
  ///   - isWithinRun: Whether the latest run has begun but not ended.
  ///   - body: Called for each event.
  /// - Throws: `PlainFailure` with the number of the faulty line.
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
