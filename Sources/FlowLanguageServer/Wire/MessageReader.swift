/// Splits a stream of bytes into messages (LSP 3.17, base protocol: a header like HTTP's, then a
/// body).
///
/// Everything that isn't a message is skipped, up to the next readable header. So a client can
/// continue after a mistake.
struct MessageReader {
  /// An element of the stream.
  enum Event: Equatable {
    /// The body of a message.
    case message([UInt8])
    /// A fault, as a sentence.
    case fault(String)
  }

  /// The longest header.
  ///
  /// A client sends two lines.
  static let headMax = 8 << 10
  /// The longest body.
  ///
  /// A script has at most some kilobytes, and is sent whole when it is opened.
  static let bodyMax = 16 << 20
  /// The longest body that is skipped by its length.
  ///
  /// A longer body will never arrive completely.
  static let skippedMax = 256 << 20

  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that are read.
  private var position = 0
  private var state = State.head

  private enum State {
    case head
    /// In a body of this length.
    case body(Int)
    /// In a body that is too long. The value is the number of remaining bytes.
    case skipping(Int)
    /// After something that isn't a header, up to the next possible header.
    case lost
  }

  /// Handles the next bytes of the stream.
  ///
  /// - Parameter bytes: Any part of the stream.
  /// - Returns: The completed events, in order.
  mutating func take(_ bytes: some Collection<UInt8>) -> [Event] {
    buffer += bytes
    var events: [Event] = []
    while let event = advance() {
      if let event = event.event { events.append(event) }
    }
    buffer.removeFirst(position)
    position = 0
    return events
  }

  /// A step through the buffer, which may complete an event.
  private struct Step {
    var event: Event?
  }

  /// Advances by one step; `nil` if more bytes are needed.
  private mutating func advance() -> Step? {
    switch state {
    case .head: return readHead()
    case .body(let length):
      guard buffer.count - position >= length else { return nil }
      let body = Array(buffer[position..<position + length])
      position += length
      state = .head
      return Step(event: .message(body))
    case .skipping(let length):
      let count = min(length, buffer.count - position)
      guard count > 0 else { return nil }
      position += count
      state = count == length ? .head : .skipping(length - count)
      return Step()
    case .lost: return findHead()
    }
  }

  private static let end = Array("\r\n\r\n".utf8)
  private static let lengthName = Array("content-length:".utf8)

  private mutating func readHead() -> Step? {
    let window = buffer[position..<min(buffer.count, position + Self.headMax)]
    guard let end = Self.firstIndex(of: Self.end, in: window) else {
      guard window.count == Self.headMax else { return nil }
      return lose("a header is longer than \(Self.headMax) bytes")
    }
    let head = buffer[position..<end]
    position = end + Self.end.count
    guard let length = Self.length(in: head) else {
      state = .lost
      return Step(event: .fault("a header has no valid Content-Length"))
    }
    guard length <= Self.bodyMax else {
      state = length <= Self.skippedMax ? .skipping(length) : .lost
      return Step(event: .fault("a message is longer than \(Self.bodyMax) bytes"))
    }
    state = .body(length)
    return Step()
  }

  private mutating func lose(_ fault: String) -> Step {
    position += 1
    state = .lost
    return Step(event: .fault(fault))
  }

  /// Skips everything before the next header.
  private mutating func findHead() -> Step? {
    let rest = buffer[position...]
    guard let start = Self.firstIndex(of: Self.lengthName, in: rest) else {
      // The beginning of its name may have arrived already.
      position = max(position, buffer.count - Self.lengthName.count + 1)
      return nil
    }
    position = start
    state = .head
    return Step()
  }

  /// The number after `Content-Length:`; `nil` if it is missing, or if two numbers differ.
  private static func length(in head: ArraySlice<UInt8>) -> Int? {
    var found: Int?
    for line in head.split(separator: 0x0A) where starts(line, with: lengthName) {
      let digits = line.dropFirst(lengthName.count).filter {
        $0 != 0x20 && $0 != 0x09 && $0 != 0x0D
      }
      guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
        let length = Int(String(decoding: digits, as: UTF8.self)), found ?? length == length
      else { return nil }
      found = length
    }
    return found
  }

  private static func firstIndex(of word: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= word.count else { return nil }
    for start in bytes.startIndex...(bytes.endIndex - word.count)
    where fold(bytes[start]) == word[0] && starts(bytes[start...], with: word) {
      return start
    }
    return nil
  }

  /// Whether bytes begin with a word in lower case.
  private static func starts(_ bytes: ArraySlice<UInt8>, with word: [UInt8]) -> Bool {
    guard bytes.count >= word.count else { return false }
    for (byte, wanted) in zip(bytes, word) where fold(byte) != wanted { return false }
    return true
  }

  private static func fold(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }
}
