import FlowDiagnostics
import FlowSyntax
import FlowText

/// Finds conditions of claims that have the same value for every successful route in every org.
struct ClaimConstant {
  private let source: SourceFile

  init(_ source: SourceFile) { self.source = source }

  /// Returns the value of a condition; `nil` if it depends on the route.
  func value(_ condition: Condition) -> Bool? {
    switch condition {
    case .and(let parts):
      let values = parts.map(value)
      if values.contains(false) { return false }
      return values.allSatisfy { $0 == true } ? true : nil
    case .or(let parts):
      let values = parts.map(value)
      if values.contains(true) { return true }
      return values.allSatisfy { $0 == false } ? false : nil
    case .not(_, let part): return value(part).map { !$0 }
    case .test(let test): return value(test)
    }
  }

  /// How many kinds of factors a route can have.
  private static let kinds = 0...3

  private func value(_ test: Test) -> Bool? {
    guard case .fact(let name) = test.subject else { return nil }
    let fact = source.text(name.range)
    guard let comparison = test.comparison else {
      return ClaimFact(rawValue: fact)?.isAlwaysSet == true ? true : nil
    }
    let text = source.text(comparison.value.range)
    switch fact {
    case "success": return equality(comparison.operator).map { $0 == (text == "true") }
    case "kinds", "held-kinds":
      guard let bound = Double(text) else { return nil }
      let values = Set(ClaimConstant.kinds.map { holds(Double($0), comparison.operator, bound) })
      return values.count == 1 ? values.first ?? nil : nil
    case "rule", "session-rule":
      return comparison.operator == .matches && text == "\"*\"" ? true : nil
    default: return nil
    }
  }

  private func equality(_ comparison: Comparison.Operator) -> Bool? {
    switch comparison {
    case .equal: true
    case .notEqual: false
    default: nil
    }
  }

  private func holds(_ number: Double, _ comparison: Comparison.Operator, _ bound: Double) -> Bool?
  {
    switch comparison {
    case .equal: number == bound
    case .notEqual: number != bound
    case .less: number < bound
    case .lessOrEqual: number <= bound
    case .greater: number > bound
    case .greaterOrEqual: number >= bound
    case .contains, .matches: nil
    }
  }
}
