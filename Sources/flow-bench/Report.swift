import FlowHTTP

/// Prints measurements as they come: a table for people, or one JSON object per line.
struct Report {
  let isJSON: Bool

  /// Prints the text above the table.
  func begin() {
    guard !isJSON else { return }
    print("Times are medians of processor time; rows with `wall` are elapsed time.")
  }

  /// Prints a measurement.
  func show(_ row: Measurement, of group: String) {
    print(isJSON ? Report.json(row, of: group) : Report.line(row))
  }

  /// Reports a missing row, with the reason.
  func skip(_ name: String, of group: String, because reason: String) {
    guard isJSON else {
      print(Report.pad(name, Report.nameWidth) + "skipped: " + reason)
      return
    }
    let object: JSON = [
      "group": .string(group), "name": .string(name), "skipped": .string(reason),
    ]
    print(String(decoding: object.bytes(), as: UTF8.self))
  }

  private static let nameWidth = 40
  private static let figureWidth = 18
  private static let ratioWidth = 44

  private static func line(_ row: Measurement) -> String {
    var text = pad(row.name, nameWidth)
    text += pad(number(row.figure) + " " + row.unit, figureWidth)
    var beside = ""
    if let baseline = row.baseline, let ratio = row.ratio {
      beside = "\(number(ratio)) x \(baseline.name) (\(number(baseline.figure)))"
    }
    guard let target = row.target else { return text + beside }
    let bound = number(target.bound) + (target.subject == .ratio ? " x" : " " + row.unit)
    let verdict = row.isMet == true ? "met" : "MISSED"
    return text + pad(beside, ratioWidth)
      + "\(verdict): \(target.isLeast ? "at least" : "at most") \(bound)"
  }

  private static func json(_ row: Measurement, of group: String) -> String {
    var object: JSONObject = [
      "group": .string(group), "name": .string(row.name), "figure": .double(row.figure),
      "unit": .string(row.unit),
    ]
    if let baseline = row.baseline, let ratio = row.ratio {
      object["baseline"] = [
        "name": .string(baseline.name), "figure": .double(baseline.figure),
      ]
      object["ratio"] = .double(ratio)
    }
    if let target = row.target {
      object["target"] = [
        "of": target.subject == .ratio ? "ratio" : "figure",
        "bound": target.isLeast ? "least" : "most", "value": .double(target.bound),
      ]
    }
    if let isMet = row.isMet { object["met"] = .bool(isMet) }
    return String(decoding: JSON.object(object).bytes(), as: UTF8.self)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "-" }
    let factor: Double = value < 10 ? 100 : value < 100 ? 10 : 1
    let rounded = (value * factor).rounded() / factor
    return factor == 1 ? "\(Int(rounded))" : "\(rounded)"
  }
}
