import FlowEngine
import FlowInterpreter

// Manual: begin
import FlowSignIn

@MainActor
final class DynamicSignIn: Prompter {
  /// What a view draws, a row after the other, until it calls `submit`, `choose` or `cancel`.
  enum Row {
    case text(String)
    case input(Question.Item)
    case option(title: String, Reply)
  }

  private(set) var title = ""
  private(set) var rows: [Row] = []
  private var waiting: CheckedContinuation<Reply, Never>?
  private var signIn: SignIn?

  func start(_ configuration: SignInConfiguration) async throws -> Tokens {
    let signIn = try SignInScript("otherwise prompt").start(configuration, prompter: self)
    self.signIn = signIn
    return try await signIn.tokens()
  }

  @MainActor func answer(_ question: Question) async -> Reply {
    title = question.title ?? question.step
    rows = question.messages.map { .text($0.text) }
    for fact in question.showing {
      let label = fact.label ?? fact.name
      rows.append(.text((label.isEmpty ? "" : label + ": ") + fact.value.revealed))
    }
    if let complaint = question.complaint { rows.append(.text(complaint)) }
    rows += question.fields.map(Row.input)
    for (index, option) in question.options.enumerated() {
      let title = ([option.title] + option.details).joined(separator: " ")
      let methods: [(Int?, String)] =
        option.methods.count < 2
        ? [(nil, "")] : option.methods.enumerated().map { ($0.offset, ", \($0.element.title)") }
      for (method, name) in methods {
        rows.append(.option(title: title + name, .chose(index, method: method)))
      }
    }
    for (index, alternative) in question.alternatives.enumerated() {
      rows.append(.option(title: alternative.title, .other(index)))
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiting = $0 }
    } onCancel: {
      Task { @MainActor in choose(.cancelled) }
    }
  }

  /// What was typed into the inputs, in their order; an empty text keeps the `value` of an input.
  func submit(_ texts: [String]) { choose(.filled(texts)) }

  func choose(_ reply: Reply) {
    rows = []
    waiting?.resume(returning: reply)
    waiting = nil
  }

  func cancel() {
    signIn?.cancel()
    choose(.cancelled)
  }
}
// Manual: end
