/// One line of the report: a figure of ours beside a baseline measured in the same run.
struct Measurement {
  /// What was measured.
  var name: String
  /// Our figure, in `unit`.
  var figure: Double
  /// The unit, per second or per item.
  var unit: String
  /// What it is compared with; `nil` where the figure stands for itself.
  var baseline: (name: String, figure: Double)?
  /// The bound that the figure or its ratio is held to, in words.
  var target: String?

  /// The line as it is printed.
  var line: String {
    var text = pad(name, 44) + pad(Measurement.number(figure) + " " + unit, 18, right: true)
    if let baseline, baseline.figure > 0 {
      let ratio = Measurement.number(figure / baseline.figure)
      text += "   \(ratio) x \(baseline.name) (\(Measurement.number(baseline.figure)))"
    }
    if let target { text += "   [target: \(target)]" }
    return text
  }

  private func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(1, width - text.count))
    return right ? space + text : text + space
  }

  private static func number(_ value: Double) -> String {
    let digits = value < 10 ? 2 : value < 100 ? 1 : 0
    let factor = [1.0, 10, 100][digits]
    let whole = (value * factor).rounded() / factor
    return digits == 0 ? "\(Int(whole))" : "\(whole)"
  }
}

/// The median seconds of several runs of a piece of work.
func medianSeconds(runs: Int = 5, _ work: () -> Void) -> Double {
  let clock = ContinuousClock()
  let times = (0..<runs).map { _ in clock.measure(work) }.sorted()
  return times[times.count / 2].seconds
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
