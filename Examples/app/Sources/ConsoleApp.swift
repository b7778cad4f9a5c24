#if !canImport(SwiftUI)
import FlowSignIn
import FlowSignInTesting

/// The sample app at a terminal.
///
/// `SignInApp ISSUER CLIENT-ID REDIRECT-URI` signs in at an issuer. Without arguments, it signs in to
/// a simulated org in its own process.
@main
struct ConsoleApp {
  static func main() async throws {
    let console = Console(read: { readLine() }, write: { print($0, terminator: "") })
    try await run(Array(CommandLine.arguments.dropFirst()), console)
  }

  /// Signs in and out.
  static func run(_ arguments: [String], _ console: Console) async throws {
    let org = arguments.count == 3 ? nil : try SimulatedOrg()
    if org != nil {
      console.write("This is a simulated org. Try jane@example.com with Correct-Horse-1.\n")
    }
    do throws(SignInFailure) {
      let configuration =
        if let org {
          org.configuration
        } else {
          try SignInConfiguration(
            issuer: arguments[0], clientID: arguments[1], redirectURI: arguments[2])
        }
      let script = try SignInScript("otherwise prompt")
      let signIn = try script.start(
        configuration, prompter: ConsolePrompter(console: console, inbox: org?.inbox))
      let tokens = try await signIn.tokens()
      console.write("Signed in as \(tokens.claims?.username ?? "someone").\n")
      try await configuration.signOut(tokens)
      console.write("Signed out.\n")
    } catch {
      console.write(error.localizedDescription + "\n")
      if let suggestion = error.recoverySuggestion { console.write(suggestion + "\n") }
    }
  }
}

/// The terminal.
struct Console: Sendable {
  /// Returns the next line; `nil` at the end of the input.
  let read: @Sendable () -> String?
  let write: @Sendable (String) -> Void
}

/// Asks the user in lines of text.
private struct ConsolePrompter: Prompter {
  let console: Console
  /// The simulated org's inbox, whose codes are shown; `nil` at a real issuer.
  let inbox: (any Inbox)?

  func answer(_ question: Question) async throws -> Reply {
    var lines = [question.title ?? question.step]
    lines += question.messages.map(\.text)
    lines += question.showing.map { "\($0.label ?? $0.name): \($0.value.revealed)" }
    if let complaint = question.complaint { lines.append("Please \(complaint).") }
    lines += question.buttons.enumerated().map { "  \($0.offset + 1)  \($0.element.title)" }
    if let inbox, question.fields.contains(where: { $0.purpose == .oneTimeCode }) {
      for channel in ["email", "sms", "voice"] {
        guard let code = try await inbox.newest(channel, to: nil, after: 0)?.code else { continue }
        lines.append("The org sent \(code.reveal()) by \(channel).")
      }
    }
    console.write("\n" + lines.joined(separator: "\n") + "\n")
    return question.fields.isEmpty ? choice(of: question) : fill(question)
  }

  private func choice(of question: Question) -> Reply {
    guard let line = ask("Your choice: ") else { return .cancelled }
    // An index without an option makes the question come again, with a complaint.
    return question.reply(to: line) ?? .chose(-1, method: nil)
  }

  /// Asks for each field.
  ///
  /// A button's number in place of the first one takes the button.
  private func fill(_ question: Question) -> Reply {
    var texts: [String] = []
    for field in question.fields {
      guard let line = ask("\(field.label): ") else { return .cancelled }
      if texts.isEmpty, let other = question.reply(to: line) { return other }
      texts.append(line)
    }
    return .filled(texts)
  }

  private func ask(_ prompt: String) -> String? {
    console.write(prompt)
    return console.read()
  }
}

extension Question {
  /// The reply of the button with a typed number; `nil` if there is none.
  fileprivate func reply(to line: String) -> Reply? {
    guard let number = Int(line), buttons.indices.contains(number - 1) else { return nil }
    return buttons[number - 1].reply
  }
}
#endif
