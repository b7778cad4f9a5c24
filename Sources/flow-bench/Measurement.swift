/// One line of the report: a figure beside a baseline that was measured in the same run.
struct Measurement {
  /// What was measured.
  var name: String
  /// The figure, in `unit`.
  var figure: Double
  /// The unit.
  var unit: String
  /// What it is compared with; `nil` where the figure stands for itself.
  var baseline: Baseline?
  /// What it is held to.
  var target: Target?

  /// A figure of the same unit.
  struct Baseline {
    var name: String
    var figure: Double
  }

  /// A bound.
  struct Target {
    /// What is bounded.
    enum Subject {
      case figure, ratio
    }

    var subject: Subject = .figure
    /// Whether the bound is the least that will do, not the most.
    var isLeast: Bool
    var bound: Double
  }

  /// The figure over the baseline's.
  var ratio: Double? {
    baseline.flatMap { $0.figure > 0 ? figure / $0.figure : nil }
  }

  /// Whether the target is met; `nil` where there is none.
  var isMet: Bool? {
    guard let target else { return nil }
    let value = target.subject == .figure ? figure : ratio
    guard let value else { return nil }
    return target.isLeast ? value >= target.bound : value <= target.bound
  }
}

extension Measurement.Target {
  /// A figure of at least so much.
  static func least(_ bound: Double) -> Self { Self(isLeast: true, bound: bound) }
  /// A figure of at most so much.
  static func most(_ bound: Double) -> Self { Self(isLeast: false, bound: bound) }
  /// At least so many times the baseline.
  static func leastRatio(_ bound: Double) -> Self {
    Self(subject: .ratio, isLeast: true, bound: bound)
  }
  /// At most so many times the baseline.
  static func mostRatio(_ bound: Double) -> Self {
    Self(subject: .ratio, isLeast: false, bound: bound)
  }
}
