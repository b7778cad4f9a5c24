extension Attempt {
  /// What was done and found, a line each, as a person follows it.
  package var lines: [String] {
    var lines: [String] = []
    for (index, step) in steps.enumerated() {
      var line = "\(index + 1). " + (step.taken ?? step.offered.joined(separator: ", "))
      if let did = step.did { line += ": " + did }
      if let place = step.place { line += " (\(place))" }
      lines.append(line)
      let others = step.others
      if step.taken != nil, !others.isEmpty {
        lines.append("   also offered: " + others.joined(separator: ", "))
      }
      lines += step.messages.map { "   the server says: " + $0 }
    }
    lines.append("ended with \(outcome)")
    lines += decided.map { "\($0.name): \($0.value)" }
    for expectation in expectations {
      lines.append(
        expectation.holds ? "ok: expected \(expectation.expected)" : "FAILED: \(expectation.reason)"
      )
    }
    return lines
  }

  /// What was wrong, under its lines of the source.
  package var drawn: String {
    let drawn = problems.map(\.drawn).joined(separator: "\n")
    return drawn.isEmpty ? reason : drawn
  }
}

extension StepReport {
  /// The offers that were not taken.
  package var others: [String] {
    var others = offered
    if let taken, let index = others.firstIndex(of: taken) { others.remove(at: index) }
    return others
  }

  /// Where the rule stands that acted: `sign-in.flow:3`.
  package var place: String? {
    guard let file else { return line.map { "line \($0)" } }
    return file + (line.map { ":\($0)" } ?? "")
  }
}
