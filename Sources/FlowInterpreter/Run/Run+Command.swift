import FlowEngine
import FlowSyntax

extension Run {
  /// The first line that a program prints.
  ///
  /// Each word is one argument, whatever the values in it are.
  mutating func output(of words: [PlannedValue], at place: Place) async throws(Stop) -> Secret {
    guard let command = environment.command else { throw .fault(.runNotAllowed, at: place) }
    var arguments: [String] = []
    for word in words { arguments.append(try await value(word).revealed) }
    let request = CommandRequest(
      arguments, script: place.source.name, timeLimit: deadline - environment.clock.now)
    do throws(CommandFailure) {
      return learned(try await command(request))
    } catch {
      if Task.isCancelled { throw .interrupted }
      _ = try checkTime()
      var diagnostic = Diagnostic(.commandFailed(message: error.message), at: place)
      diagnostic.notes = error.output.map { "it said: \($0)" }
      throw .fault([diagnostic])
    }
  }
}
