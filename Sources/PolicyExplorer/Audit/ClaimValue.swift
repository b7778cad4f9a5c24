import FlowDiagnostics
import FlowText
import OktaSimulator
import FlowSyntax

/// The value of a fact in a claim.
enum ClaimValue {
  /// One text, or several if the fact is a list.
  case texts([String])
  /// A number, or a duration in seconds.
  ///
  /// `nil` means unlimited, which is more than any number.
  case number(Double?)
  case truth(Bool)

  init(seconds duration: Duration?) { self = .number(duration.map { $0 / .seconds(1) }) }

  /// Returns a constant in a script as text, without quotes; `nil` if the expression isn't a
  /// constant.
  static func text(_ value: Expression, in script: Script) -> String? {
    switch value {
    case .text(let text): TextLiteral.read(text, in: script.source).plainText
    case .number, .boolean, .name: script.source.text(value.range)
    case .duration, .lookup, .call, .totp, .random: nil
    }
  }

  /// Returns the number in words; `nil` if the value isn't a number.
  func measure(isTime: Bool) -> String? {
    guard case .number(let number) = self else { return nil }
    guard let number else { return "unlimited" }
    return isTime ? RouteWords.duration(.seconds(number)) : String(Int(number))
  }

  /// Whether a condition that consists of only the fact holds.
  var isTrue: Bool {
    switch self {
    case .texts(let texts): !texts.isEmpty
    case .number(let number): number != nil
    case .truth(let truth): truth
    }
  }

  /// Whether a comparison with the value holds.
  func holds(_ comparison: Comparison, in script: Script) -> Bool {
    switch self {
    case .number(let number):
      return holds(number ?? .infinity, comparison.operator, comparison.value, script)
    case .truth(let truth):
      let right = ClaimValue.text(comparison.value, in: script)
      return (right == (truth ? "true" : "false")) == (comparison.operator != .notEqual)
    case .texts(let texts):
      guard let right = ClaimValue.text(comparison.value, in: script) else { return false }
      switch comparison.operator {
      case .equal, .contains: return texts.contains(right)
      case .notEqual: return !texts.contains(right)
      case .matches: return texts.contains { Glob.matches($0, right) }
      case .less, .lessOrEqual, .greater, .greaterOrEqual: return false
      }
    }
  }

  private func holds(
    _ left: Double, _ operation: Comparison.Operator, _ value: Expression, _ script: Script
  ) -> Bool {
    let right: Double
    switch value {
    case .duration(let duration): right = Double(duration.milliseconds) / 1000
    default:
      guard let number = ClaimValue.text(value, in: script).flatMap(Double.init) else {
        return false
      }
      right = number
    }
    switch operation {
    case .equal: return left == right
    case .notEqual: return left != right
    case .less: return left < right
    case .lessOrEqual: return left <= right
    case .greater: return left > right
    case .greaterOrEqual: return left >= right
    case .contains, .matches: return false
    }
  }
}
