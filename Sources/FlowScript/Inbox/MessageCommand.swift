#if os(Linux) || os(macOS)
import FlowText
import FlowAuthenticators
import FlowEngine
import FlowInterpreter
import FlowLock

/// A program that prints the latest message: a whole email, a text, or nothing if there is no
/// message.
///
/// The program runs for every check. If its output differs from the previous output, it is a new
/// message.
final class MessageCommand: MessageSource {
  private let words: [String]
  private let environment: [String: String]
  private let timeLimit: Duration
  private let state = Mutex(State())

  private struct State {
    var count = 0
    var printed: [UInt8] = []
  }

  init(_ words: [String], environment: [String: String], timeLimit: Duration) {
    self.words = words
    self.environment = environment
    self.timeLimit = timeLimit
  }

  func serves(_ channel: String) -> Bool { true }

  func arrivals() async throws(PlainFailure) -> [Arrival] {
    let printed: [UInt8]
    do throws(PlainFailure) {
      printed = try await CommandValue.output(of: words, environment, timeLimit: timeLimit)
    } catch {
      let said = error.notes.isEmpty ? "" : ": " + error.notes.joined(separator: " ")
      throw PlainFailure(
        "the inbox's command failed: \(error.message)\(said)",
        help: "it must print the latest message, or nothing, and end with status 0")
    }
    return state.withLock { state in
      if !printed.isEmpty, printed != state.printed {
        state.printed = printed
        state.count += 1
      }
      return state.count == 0 ? [] : [Arrival(id: String(state.count))]
    }
  }

  func read(_ id: String) async throws(PlainFailure) -> MailMessage? {
    state.withLock { state in
      String(state.count) == id ? MailMessage(state.printed) : nil
    }
  }
}
#endif
