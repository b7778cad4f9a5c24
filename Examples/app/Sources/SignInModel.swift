import FlowSignIn
import FlowSignInTesting

#if canImport(SwiftUI)
import SwiftUI
#endif

// Article: model
/// The state of a sign-in, for any user interface.
///
/// The script is one line, so the server decides which questions the user gets. If a policy adds a
/// step, the app needs no change.
@MainActor
final class SignInModel {
  /// What the user interface draws.
  enum State: Sendable {
    case signedOut
    /// The app waits for the server, or for the user's phone.
    case busy(String)
    case asking(Question)
    case signedIn(TokenClaims?)
    case failed(SignInFailure)
  }

  private(set) var state = State.signedOut {
    willSet {
      #if canImport(SwiftUI)
      objectWillChange.send()
      #endif
    }
  }
  private let configuration: SignInConfiguration
  private let script: SignInScript
  private let keeper: TokenKeeper
  private var signIn: SignIn?
  private var waiting: CheckedContinuation<Reply, Never>?

  /// Makes a model.
  ///
  /// - Parameters:
  ///   - configuration: The issuer.
  ///   - store: The store of the tokens.
  /// - Throws: `SignInFailure` if the script has a mistake.
  init(_ configuration: SignInConfiguration, store: any TokenStore) throws {
    self.configuration = configuration
    script = try SignInScript("otherwise prompt")
    keeper = TokenKeeper(configuration, store: store)
  }

  /// Shows the user who signed in earlier, if there is one.
  func launch() async {
    await show { try await self.keeper.tokens() }
  }

  /// Signs in.
  func start() async {
    state = .busy("Connecting")
    await show {
      let signIn = try self.script.start(self.configuration, prompter: Asker(model: self))
      self.signIn = signIn
      let watcher = Task { await self.watch(signIn) }
      defer { watcher.cancel() }
      let tokens = try await signIn.tokens()
      try await self.keeper.keep(tokens)
      return tokens
    }
  }

  /// Answers the question of the state.
  func answer(_ reply: Reply) {
    guard let waiting else { return }
    self.waiting = nil
    state = .busy("Continuing")
    waiting.resume(returning: reply)
  }

  /// Cancels the sign-in, also on the server.
  func cancel() {
    answer(.cancelled)
    signIn?.cancel()
  }

  /// Signs out.
  func signOut() async {
    await show {
      try await self.keeper.signOut()
      return nil
    }
  }

  private func show(_ body: () async throws -> Tokens?) async {
    do {
      let tokens = try await body()
      state = tokens.map { .signedIn($0.claims) } ?? .signedOut
    } catch let failure as SignInFailure {
      state = failure == .cancelled ? .signedOut : .failed(failure)
    } catch {
      state = .failed(.unanswered("\(error)"))
    }
  }

  private func watch(_ signIn: SignIn) async {
    for await event in signIn.events {
      switch event {
      case .waiting(let waiting):
        state = .busy(waiting.number.map { "Tap \($0) on your phone" } ?? "Waiting for your phone")
      case .disconnected: state = .busy("Waiting for the network")
      case .step, .message, .said, .callback: break
      }
    }
  }

  fileprivate func ask(_ question: Question) async -> Reply {
    // The sign-in may be canceled before it asks.
    guard !Task.isCancelled else { return .cancelled }
    return await withCheckedContinuation { continuation in
      waiting = continuation
      state = .asking(question)
    }
  }
}

#if canImport(SwiftUI)
extension SignInModel: ObservableObject {}
#endif

/// Lets the model answer the questions of a run.
private struct Asker: Prompter {
  let model: SignInModel

  func answer(_ question: Question) async throws -> Reply {
    await withTaskCancellationHandler {
      await model.ask(question)
    } onCancel: {
      Task { @MainActor in model.answer(.cancelled) }
    }
  }
}
// Article: end
