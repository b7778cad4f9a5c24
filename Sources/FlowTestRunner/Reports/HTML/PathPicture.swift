import FlowHTTP

/// A picture of a run's path.
///
/// The answered steps are below each other, and the other offered steps are next to them.
struct PathPicture {
  private let steps: [Step]
  private let outcome: String
  private let isGood: Bool

  /// One or more consecutive steps that look the same.
  private struct Step: Hashable {
    var taken: String
    var others: [String]
    var count = 1
  }

  private static let characterWidth = 8
  private static let boxHeight = 22
  private static let rowHeight = 36
  /// The maximum number of rows.
  ///
  /// A larger picture isn't readable. The list below the picture shows all steps.
  static let rowsMax = 40
  private static let othersMax = 4
  private static let lettersMax = 36

  init(_ attempt: Attempt) {
    var steps: [Step] = []
    for step in attempt.steps where step.taken != nil || step.did != nil {
      let next = Step(
        taken: PathPicture.short(step.taken ?? "-"), others: step.others.map(PathPicture.short))
      if let last = steps.last, last.taken == next.taken, last.others == next.others {
        steps[steps.count - 1].count += 1
      } else {
        steps.append(next)
      }
    }
    let rest = steps.count - PathPicture.rowsMax
    if rest > 0 {
      steps.removeLast(rest)
      steps.append(Step(taken: "… \(rest) more", others: []))
    }
    self.steps = steps
    outcome = PathPicture.short(attempt.outcome)
    isGood = attempt.passed
  }

  private static func short(_ text: String) -> String {
    text.unicodeScalars.count <= lettersMax ? text : String(text.prefix(lettersMax - 1)) + "…"
  }

  private static func width(_ text: String) -> Int {
    // Wide characters can be twice as wide as others.
    text.unicodeScalars.reduce(16) { $0 + ($1.value < 0x1100 ? characterWidth : 13) }
  }

  /// The picture as SVG.
  var html: HTML {
    let labels = steps.map { $0.count > 1 ? "\($0.taken) ×\($0.count)" : $0.taken }
    let boxWidth = (labels + [outcome]).map(PathPicture.width).max() ?? 0
    let height = PathPicture.boxHeight
    var width = boxWidth
    var (taken, offers, lines) = ("", "", "")
    var texts: [HTML] = []
    for (index, step) in steps.enumerated() {
      let top = 1 + index * PathPicture.rowHeight
      taken += "M1 \(top)h\(boxWidth)v\(height)h-\(boxWidth)z"
      lines += "M\(1 + boxWidth / 2) \(top + height)v\(PathPicture.rowHeight - height - 1)"
      lines += "m-3 -4l3 4l3 -4"
      texts.append(PathPicture.text(labels[index], x: 9, top: top, isOther: false))
      var others = Array(step.others.prefix(PathPicture.othersMax))
      if step.others.count > others.count { others.append("+\(step.others.count - others.count)") }
      var left = boxWidth + 15
      if !others.isEmpty { lines += "M\(boxWidth + 1) \(top + height / 2)h14" }
      for other in others {
        let otherWidth = PathPicture.width(other)
        offers += "M\(left) \(top)h\(otherWidth)v\(height)h-\(otherWidth)z"
        texts.append(PathPicture.text(other, x: left + 8, top: top, isOther: true))
        left += otherWidth + 6
      }
      width = max(width, left)
    }
    let top = 2 + steps.count * PathPicture.rowHeight
    let mark: HTML = isGood ? "passed" : "failed"
    texts.append(PathPicture.text(outcome, x: 9, top: top - 1, isOther: false))
    let (w, h) = (width + 2, top + height + 2)
    let name = labels.joined(separator: ", ")
    return """
      <div class="path" tabindex="0" role="group" aria-label="Path"><svg width="\(w)" height="\(h)" \
      viewBox="0 0 \(w) \(h)" role="img" aria-label="\(name), then \(outcome)">\
      <path d="\(lines)"/><path class="taken" d="\(taken)"/><path class="offer" d="\(offers)"/>\
      <g class="\(mark)"><path class="end" d="M2 \(top)h\(boxWidth - 2)v\(height)h-\(boxWidth - 2)z"/>\
      </g>\(texts)</svg></div>

      """
  }

  private static func text(_ text: String, x: Int, top: Int, isOther: Bool) -> HTML {
    let kind: HTML = isOther ? " class=\"other\"" : ""
    return "<text x=\"\(x)\" y=\"\(top + 15)\"\(kind)>\(text)</text>"
  }
}
