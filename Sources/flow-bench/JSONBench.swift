import FlowHTTP
import Foundation

/// Compares the reading and writing of JSON with Foundation, on the pages of a sign-in and on real
/// responses.
enum JSONBench {
  static func run(_ report: Report, _ group: String, pages: [[UInt8]]) {
    measure(report, group, "the simulated org's pages", pages)
    let samples = samples()
    guard !samples.isEmpty else {
      report.skip("JSON of real responses", of: group, because: "the samples are missing")
      return
    }
    measure(report, group, "real responses", samples)
  }

  private static func measure(
    _ report: Report, _ group: String, _ what: String, _ documents: [[UInt8]]
  ) {
    let values = documents.compactMap { try? JSON(parsing: $0) }
    let size = Double(documents.reduce(0) { $0 + $1.count })
    let data = documents.map { Data($0) }
    let objects = data.map {
      try? JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed)
    }
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    let trees = data.compactMap { try? decoder.decode(AnyJSON.self, from: $0) }

    func rate(_ size: Double, _ work: () -> Int) -> Double {
      size / 1e6 / Stopwatch.median(seconds: 0.5, of: work)
    }
    let reading = rate(size) { documents.count { (try? JSON(parsing: $0)) != nil } }
    let readers = [
      (
        "JSONDecoder",
        rate(size) { data.count { (try? decoder.decode(AnyJSON.self, from: $0)) != nil } }
      ),
      (
        "JSONSerialization",
        rate(size) {
          data.count {
            (try? JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed)) != nil
          }
        }
      ),
    ]
    let written = Double(values.reduce(0) { $0 + $1.bytes().count })
    let writing = rate(written) { values.reduce(0) { $0 + $1.bytes().count } }
    let writers = [
      ("JSONEncoder", rate(written) { trees.count { (try? encoder.encode($0)) != nil } }),
      (
        "JSONSerialization",
        rate(written) {
          objects.count { object in
            object.flatMap {
              try? JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed)
            } != nil
          }
        }
      ),
    ]
    for (verb, ours, theirs) in [("read", reading, readers), ("write", writing, writers)] {
      for (index, other) in theirs.enumerated() {
        report.show(
          Measurement(
            name: "\(verb) \(what)", figure: ours, unit: "MB/s",
            baseline: Measurement.Baseline(name: other.0, figure: other.1),
            target: index == 0 ? .least(120) : nil), of: group)
      }
    }
  }

  /// Returns the real responses, if they are next to the checkout or `FLOW_IDX_SAMPLES` names them.
  private static func samples() -> [[UInt8]] {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["FLOW_IDX_SAMPLES"].map {
      URL(fileURLWithPath: $0)
    }
    let folder = named ?? package.deletingLastPathComponent().appendingPathComponent("shared/idx")
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (found?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
      .compactMap { TemporaryFile.bytes($0.path) }
  }
}

/// Any JSON, for Foundation's coders.
private enum AnyJSON: Codable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([String: AnyJSON].self) {
      self = .object(value)
    } else if let value = try? container.decode([AnyJSON].self) {
      self = .array(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
