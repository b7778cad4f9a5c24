import FlowText
import FlowInterpreter
import FlowTerminal
import FlowLock

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The controlling terminal of the process.
///
/// Input is read byte by byte, with the terminal's own editing, echo and signals off. If signals
/// were on, Ctrl-C at a secret's prompt would end the process and leave the echo off.
struct SystemTerminal: Terminal {
  private let descriptor: Int32

  /// The maximum length of one answer in bytes.
  ///
  /// A pasted token is far shorter; a longer text is a file pasted by mistake.
  static let answerBytesMax = 1 << 16

  /// The interval in milliseconds at which a wait for a key checks for cancellation.
  private static let wakeMilliseconds: Int32 = 100

  /// Opens the terminal; `nil` if the standard input isn't a terminal.
  init?() {
    guard isatty(0) == 1 else { return nil }
    let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  func show(_ text: String) {
    SystemSink(descriptor: descriptor).write(text)
  }

  func readLine(_ prompt: String, isSecret: Bool) async throws -> String? {
    let isCancelled = CancelFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<String?, any Error>) in
        let terminal = self
        // Waiting for the user must not block a thread of the pool, so this uses another thread.
        Thread.start {
          continuation.resume(
            with: Result { try terminal.readBlocking(prompt, isSecret, isCancelled) })
        }
      }
    } onCancel: {
      isCancelled.set()
    }
  }

  private func readBlocking(
    _ prompt: String, _ isSecret: Bool, _ isCancelled: CancelFlag
  ) throws -> String? {
    var before = termios()
    guard unsafe tcgetattr(descriptor, &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
    unsafe tcsetattr(descriptor, TCSAFLUSH, &raw)
    defer {
      unsafe tcsetattr(descriptor, TCSAFLUSH, &before)
      SystemSink(descriptor: descriptor).write("\n")
    }
    let sink = SystemSink(descriptor: descriptor)
    sink.write(prompt)
    var line = EditedLine()
    while true {
      guard let byte = try nextByte(isCancelled) else { return nil }
      switch line.take(byte) {
      case .more(let echo): if !isSecret { sink.write(echo) }
      case .done(let text): return text
      case .end: return nil
      case .cancel:
        interrupt(isCancelled)
        throw CancellationError()
      }
    }
  }

  /// Sends the process the signal of Ctrl-C, and waits until the task is canceled.
  private func interrupt(_ isCancelled: CancelFlag) {
    // The signal goes to the process, because another thread waits for it.
    kill(getpid(), SIGINT)
    for _ in 0..<SystemTerminal.interruptPolls where !isCancelled.isSet {
      _ = poll(nil, 0, 10)
    }
  }

  /// The maximum number of checks for the signal's effect, one every ten milliseconds.
  private static let interruptPolls = 100

  private func nextByte(_ isCancelled: CancelFlag) throws -> UInt8? {
    while true {
      if isCancelled.isSet { throw CancellationError() }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&request, 1, SystemTerminal.wakeMilliseconds)
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      var byte: UInt8 = 0
      let count = unsafe read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      return count == 1 ? byte : nil
    }
  }
}

/// A line that the user types, and the effect of each key on it.
struct EditedLine {
  private var bytes: [UInt8] = []
  private var sequence = Sequence.none

  /// The progress of reading an escape sequence, which a key without a character sends.
  private enum Sequence {
    case none
    /// The escape character was read.
    case begun
    /// `ESC [` or `ESC O` was read; the sequence ends with a certain byte (ECMA-48, section 5.4).
    case open
  }

  /// The effect of a key.
  enum Result: Equatable {
    /// The line continues; the text is shown for the key.
    case more(String)
    case done(String)
    case end
    case cancel
  }

  mutating func take(_ byte: UInt8) -> Result {
    if belongsToSequence(byte) { return .more("") }
    switch byte {
    case 3, 28: return .cancel
    case 4: return bytes.isEmpty ? .end : .more("")
    case 10, 13: return .done(String(decoding: bytes, as: UTF8.self))
    case 8, 127:
      guard !bytes.isEmpty else { return .more("") }
      while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      return .more("\u{8} \u{8}")
    case 21:
      let width = bytes.count { $0 & 0xC0 != 0x80 }
      bytes = []
      return .more(String(repeating: "\u{8} \u{8}", count: width))
    case 0..<32:
      return .more("")
    default:
      guard bytes.count < SystemTerminal.answerBytesMax else { return .more("") }
      bytes.append(byte)
      return .more(EditedLine.whole(bytes))
    }
  }

  private mutating func belongsToSequence(_ byte: UInt8) -> Bool {
    switch (sequence, byte) {
    case (.none, 27):
      sequence = .begun
      return true
    case (.begun, UInt8(ascii: "[")), (.begun, UInt8(ascii: "O")):
      sequence = .open
      return true
    case (.open, 0x20..<0x40): return true
    case (.open, 0x40..<0x7F):
      sequence = .none
      return true
    default:
      sequence = .none
      return false
    }
  }

  /// Returns the last character, or an empty text until all of its bytes are present.
  private static func whole(_ bytes: [UInt8]) -> String {
    let start = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.startIndex
    return String(validUTF8: bytes[start...]) ?? ""
  }
}

/// A flag that shows a waiting thread that its task was canceled.
final class CancelFlag: Sendable {
  private let flag = Mutex(false)

  var isSet: Bool { flag.withLock { $0 } }

  func set() { flag.withLock { $0 = true } }
}
