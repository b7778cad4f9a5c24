#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Connections to a server of this machine, each with a pending request at the same time.
///
/// One thread drives them all with as little work as possible, so that the server has the rest of
/// the machine.
final class LoopbackLoad {
  private let descriptors: [Int32]
  private let request: [UInt8]
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  /// The length of an answer: all are as long as the first.
  private var length = 0

  /// Connects; `nil` if that fails.
  init?(port: Int, connections: Int, request: [UInt8]) {
    self.request = request
    var descriptors: [Int32] = []
    for _ in 0..<connections {
      guard let descriptor = LoopbackLoad.connected(to: port) else { break }
      descriptors.append(descriptor)
    }
    self.descriptors = descriptors
    guard descriptors.count == connections else { return nil }
  }

  deinit {
    for descriptor in descriptors { _ = close(descriptor) }
  }

  private static func connected(to port: Int) -> Int32? {
    #if canImport(Darwin) || canImport(Musl)
    let stream = Int32(SOCK_STREAM)
    #else
    let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      _ = close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Sends the request over every connection and receives the answers, this many times.
  ///
  /// - Returns: Whether every answer was complete.
  func run(rounds: Int) -> Bool {
    if length == 0 {
      guard let first = descriptors.first, ask(first), let found = measure(first) else {
        return false
      }
      length = found
    }
    for _ in 0..<rounds {
      for descriptor in descriptors {
        guard ask(descriptor) else { return false }
      }
      for descriptor in descriptors {
        guard receive(length, from: descriptor) else { return false }
      }
    }
    return true
  }

  private func ask(_ descriptor: Int32) -> Bool {
    unsafe request.withUnsafeBytes {
      unsafe send(descriptor, $0.baseAddress, $0.count, 0) == $0.count
    }
  }

  private func receive(_ count: Int, from descriptor: Int32) -> Bool {
    var left = count
    while left > 0 {
      let got = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, min(left, $0.count), 0)
      }
      guard got > 0 else { return false }
      left -= got
    }
    return true
  }

  /// Returns the length of an answer: its head, and the body's length in it.
  private func measure(_ descriptor: Int32) -> Int? {
    var bytes: [UInt8] = []
    while true {
      let got = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      guard got > 0 else { return nil }
      bytes += buffer[..<got]
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.hasPrefix("HTTP/1.1 200 ") else { return nil }
      let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
      guard let end = lines.firstIndex(of: ""),
        let line = lines.first(where: { $0.hasPrefix("Content-Length: ") }),
        let body = Int(line.dropFirst("Content-Length: ".count))
      else { continue }
      let length = lines[...end].reduce(0) { $0 + $1.utf8.count + 2 } + body
      if bytes.count >= length { return bytes.count == length ? length : nil }
    }
  }
}
