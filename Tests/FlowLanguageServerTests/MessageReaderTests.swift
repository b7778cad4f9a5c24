import CommandSupport
import Testing

@testable import FlowLanguageServer

/// The stream of messages, with arbitrary contents.
@Suite("Messages of the language server")
struct MessageReaderTests {
  static let good = "Content-Length: 2\r\n\r\n{}"

  static func bodies(_ events: [MessageReader.Event]) -> [String] {
    events.compactMap { event in
      if case .message(let body) = event { String(decoding: body, as: UTF8.self) } else { nil }
    }
  }

  static func events(_ text: String, chunk: Int) -> [MessageReader.Event] {
    var reader = MessageReader()
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: chunk).flatMap { start in
      reader.take(bytes[start..<min(bytes.count, start + chunk)])
    }
  }

  @Test("A message is read however it is split", arguments: [1, 2, 3, 7, 1000])
  func pieces(chunk: Int) {
    let stream =
      Self.good + "content-length:3\r\nContent-Type: x; charset=utf-8\r\n\r\n[1]" + Self.good
    let events = Self.events(stream, chunk: chunk)
    #expect(Self.bodies(events) == ["{}", "[1]", "{}"])
    #expect(events.count == 3)
  }

  @Test(
    "An invalid message is reported, and the next one is read",
    arguments: [
      "Content-Type: x\r\n\r\n", "\r\n\r\n", "Content-Length: -5\r\n\r\n",
      "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 9000000000000000000\r\n\r\n",
      "Content-Length: x\r\n\r\n", "Content-Length:\r\n\r\n",
      "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "hello, server\r\n\r\n",
      String(repeating: "x", count: MessageReader.headMax + 100), "Content-Length: +2\r\n\r\n{}",
    ])
  func garbage(text: String) {
    for chunk in [1, 5, 1 << 20] {
      let events = Self.events(text + Self.good, chunk: chunk)
      #expect(Self.bodies(events) == ["{}"])
      #expect(events.count > 1)
    }
  }

  @Test("A head or a body that never ends yields nothing")
  func truncated() {
    for text in ["Content-Length: 2", "Content-Length: 2\r\n\r\n{", "Content-Le", ""] {
      #expect(Self.events(text, chunk: 1).isEmpty)
    }
  }

  @Test("A body that is too long is skipped by its length")
  func tooLong() {
    var reader = MessageReader()
    let length = MessageReader.bodyMax + 1
    #expect(reader.take(Array("Content-Length: \(length)\r\n\r\n".utf8)).count == 1)
    let chunk = [UInt8](repeating: 0x20, count: 1 << 16)
    var rest = length
    while rest > 0 {
      #expect(reader.take(chunk.prefix(rest)).isEmpty)
      rest -= min(rest, chunk.count)
    }
    #expect(Self.bodies(reader.take(Array(Self.good.utf8))) == ["{}"])
  }
}
