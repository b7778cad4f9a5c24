import FlowEngine

extension Run {
  /// Whether the newest response changes without an answer, and shows no error that needs one.
  var canSettle: Bool {
    response.steps.contains(where: \.endsByItself)
      && !response.messages.contains { $0.severity == .error }
  }

  /// Waits for what ends by itself, if no rule has answered it.
  ///
  /// The response that comes replaces the one that was waited at, with the callbacks and the messages of
  /// both: a script without a rule for the step sees one response, and no step was taken.
  mutating func settle() async throws(Stop) {
    let before = response
    var new = try await send(.settle, at: placeAtHand ?? plan.place)
    new.callbacks = before.callbacks + new.callbacks
    new.messages = before.messages.filter { !new.messages.contains($0) } + new.messages
    records.removeLast()
    receive(new, at: environment.clock.now, told: before.messages)
  }
}

extension Response {
  /// Whether every step of it ends by itself, and there is one.
  var onlyEndsByItself: Bool { !steps.isEmpty && steps.allSatisfy(\.endsByItself) }
}
