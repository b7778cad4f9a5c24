import FlowDiagnostics
import FlowEngine
package import FlowInterpreter
import FlowSyntax
package import FlowHTTP
import FlowText

/// Writes the result of a run as a JSON object.
package enum RunJSON {
  /// The version of the object's form.
  ///
  /// The version increases if a member changes its meaning.
  package static let version = 1

  /// Returns the result as a JSON object.
  ///
  /// Secrets are masked.
  ///
  /// - Parameters:
  ///   - result: The result of the run.
  ///   - diagnostics: The problems as JSON.
  ///   - isRevoked: Whether the tokens were revoked.
  /// - Returns: The object.
  package static func object(
    _ result: RunResult, diagnostics: JSON, isRevoked: Bool = false
  ) -> JSON {
    var object: JSONObject = [
      "version": .integer(version),
      "flow": .string(result.name),
      "file": .string(result.plan.place.source.name),
      "passed": .bool(result.passed),
      "outcome": .string(result.outcome.rawValue),
      "milliseconds": milliseconds(result.duration),
    ]
    object["steps"] = .array(result.records.map(step))
    object["messages"] = .array(result.messages.map(message))
    object["rule"] = result.fact("rule").map { .string($0.shown) }
    object["sessionRule"] = result.fact("session-rule").map { .string($0.shown) }
    if case .number(let factors)? = result.fact("factors") {
      object["factors"] = .integer(Int(factors))
    }
    object["expectations"] = .array(
      result.expectations.map { expectation in
        var object: JSONObject = [
          "expected": .string(expectation.expected), "holds": .bool(expectation.holds),
        ]
        if !expectation.isReached { object["reached"] = .bool(false) }
        object["actual"] = expectation.actual.map { .string($0) }
        return .object(object)
      })
    object["tokens"] = result.tokens.map(tokens)
    if isRevoked { object["revoked"] = true }
    object["problems"] = diagnostics
    return .object(object)
  }

  private static func milliseconds(_ duration: Duration) -> JSON {
    let parts = duration.components
    let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
    return .double(Double(microseconds) / 1000)
  }

  private static func step(_ record: StepRecord) -> JSON {
    var object: JSONObject = [
      "offered": .array(record.response.steps.map { .string(MoveText.name(of: $0)) })
    ]
    if let taken = record.taken {
      object["step"] = record.step.map { .string(MoveText.name(of: $0)) }
      object["did"] = .string(MoveText.text(taken, at: record.response))
      object["rule"] = .string(RunTrace.place(taken.place).text)
      object["milliseconds"] = milliseconds(taken.duration)
    }
    object["outcome"] = record.response.outcome.map { .string($0.rawValue) }
    if !record.response.callbacks.isEmpty {
      object["callbacks"] = .array(record.response.callbacks.map { .string($0) })
    }
    return .object(object)
  }

  private static func message(_ message: Message) -> JSON {
    var object: JSONObject = [
      "severity": .string(message.severity.rawValue), "text": .string(message.text),
    ]
    object["key"] = message.key.map { .string($0) }
    object["field"] = message.field.map { .string($0) }
    return .object(object)
  }

  private static func tokens(_ tokens: Tokens) -> JSON {
    var object: JSONObject = [
      "tokenType": .string(tokens.tokenType),
      "accessToken": .string(tokens.accessToken.description),
    ]
    object["expiresIn"] = tokens.expiresIn.map { .integer($0) }
    object["scope"] = tokens.scope.map { .string($0) }
    object["idToken"] = tokens.idToken.map { .string($0.description) }
    object["refreshToken"] = tokens.refreshToken.map { .string($0.description) }
    return .object(object)
  }
}
