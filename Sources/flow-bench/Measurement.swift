/// One line of the report: a figure next to a baseline that was measured in the same run.
struct Measurement {
  /// The name of the measurement.
  var name: String
  /// The figure, in `unit`.
  var figure: Double
  /// The unit of the figure, such as `ms`.
  var unit: String
  /// The baseline; `nil` if there is none.
  var baseline: Baseline?
  /// The target.
  var target: Target?

  /// A figure of the same unit.
  struct Baseline {
    var name: String
    var figure: Double
  }

  /// A bound.
  struct Target {
    /// The subject of the bound.
    enum Subject {
      case figure, ratio
    }

    var subject: Subject = .figure
    /// Whether the bound is a minimum, not a maximum.
    var isLeast: Bool
    var bound: Double
  }

  /// The figure divided by the baseline's.
  var ratio: Double? {
    baseline.flatMap { $0.figure > 0 ? figure / $0.figure : nil }
  }

  /// Whether the target is met; `nil` if there is none.
  var isMet: Bool? {
    guard let target else { return nil }
    let value = target.subject == .figure ? figure : ratio
    guard let value else { return nil }
    return target.isLeast ? value >= target.bound : value <= target.bound
  }
}

extension Measurement.Target {
  /// Returns the target of a minimum figure.
  static func least(_ bound: Double) -> Self { Self(isLeast: true, bound: bound) }
  /// Returns the target of a maximum figure.
  static func most(_ bound: Double) -> Self { Self(isLeast: false, bound: bound) }
  /// Returns the target of a minimum ratio to the baseline.
  static func leastRatio(_ bound: Double) -> Self {
    Self(subject: .ratio, isLeast: true, bound: bound)
  }
  /// Returns the target of a maximum ratio to the baseline.
  static func mostRatio(_ bound: Double) -> Self {
    Self(subject: .ratio, isLeast: false, bound: bound)
  }
}
