package import FlowEngine
package import FlowHTTP
package import FlowInterpreter

/// Records a run while it goes on.
package protocol RunRecorder: Sendable {
  /// What hides the secrets of the run.
  var masker: Masker { get }
  /// Whether the run may end in any way, because nothing says how it should end.
  var acceptsAnyEnd: Bool { get }

  /// Returns a transport that records what passes through another one.
  func carrying(_ base: any Transport) -> any Transport

  /// Returns a prompter that records the answers of another one.
  func listening(to prompter: (any Prompter)?) -> (any Prompter)?

  /// Records an event of the run.
  func note(_ event: RunEvent)

  /// Records how the run ended.
  func end(_ ended: EndedRun)
}

/// A run that has ended.
package struct EndedRun: Sendable {
  package var result: RunResult
  package var target: RunTarget
  /// Where codes arrive; `nil` if a script can't look for them.
  package var inbox: (any Inbox)?
}
