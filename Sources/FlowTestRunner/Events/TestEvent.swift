package import FlowHTTP

/// The events of a test run, in order.
///
/// Every report is made only from these events. A run streams them, and the file of a shard stores
/// them, so reports of several runs look like the report of one. All texts in them are masked.
package enum TestEvent: Sendable, Hashable {
  /// A run begins.
  case began(TestRunHead)
  /// A flow has ended, with all its attempts.
  case flow(FlowReport)
  /// The run has ended.
  ///
  /// A file without this event is from a run that was killed.
  case ended(TestRunEnd)

  /// The version of the format.
  ///
  /// It increases if a member changes its meaning, not for new members.
  package static let version = 1

  /// The words that distinguish the events.
  enum Word: String, CaseIterable {
    case run, flow, end
  }

  /// The event as an object, as `flow test --report json` writes it, one per line.
  ///
  /// Times are in microseconds. Missing values are left out, except lists, which are empty.
  /// `flow report schema` prints the schema.
  package var json: JSON {
    switch self {
    case .began(let head): TestEvent.object(.run, head.members)
    case .flow(let flow): TestEvent.object(.flow, flow.members)
    case .ended(let end): TestEvent.object(.end, end.members)
    }
  }

  private static func object(_ word: Word, _ members: JSONObject) -> JSON {
    var object: JSONObject = ["version": .integer(version), "event": .string(word.rawValue)]
    object.members += members.members
    return .object(object)
  }
}

/// The beginning of a run.
package struct TestRunHead: Sendable, Hashable {
  /// The version of the program.
  package var version: String
  /// The start, in microseconds since 1970.
  package var began: Int64
  /// The files and folders of the command line, as written.
  package var paths: [String]
  /// The number of flows in this run, without the flows of other shards.
  package var flows: Int
  /// The number of flows at a time.
  package var jobs: Int
  /// The seed of the order; `nil` for the order of the files.
  package var seed: UInt64?
  /// The shard of the suite; `nil` for the whole suite.
  package var shard: Shard?
  /// The real org of the run; `nil` for simulated ones.
  package var live: LiveOrg?

  /// Creates a head.
  package init(
    version: String, began: Int64, paths: [String], flows: Int, jobs: Int, seed: UInt64? = nil,
    shard: Shard? = nil, live: LiveOrg? = nil
  ) {
    self.version = version
    self.began = began
    self.paths = paths
    self.flows = flows
    self.jobs = jobs
    self.seed = seed
    self.shard = shard
    self.live = live
  }

  /// A real org.
  package struct LiveOrg: Sendable, Hashable {
    /// The issuer's address.
    package var issuer: String
    /// The build in the org's responses; `nil` if they name none.
    package var build: String?

    /// Creates an org.
    package init(issuer: String, build: String? = nil) {
      self.issuer = issuer
      self.build = build
    }
  }

  fileprivate var members: JSONObject {
    var object: JSONObject = [
      "program": .string(version), "began": .integer(Int(began)), "paths": .texts(paths),
      "flows": .integer(flows), "jobs": .integer(jobs),
    ]
    // A text: most readers of JSON use a double, which isn't exact for such a number.
    if let seed { object.append("seed", .string(String(seed))) }
    if let shard {
      object.append("shard", ["index": .integer(shard.index), "count": .integer(shard.count)])
    }
    if let live {
      var org: JSONObject = ["issuer": .string(live.issuer)]
      org.append("build", live.build)
      object.append("live", .object(org))
    }
    return object
  }
}

/// The end of a run.
package struct TestRunEnd: Sendable, Hashable {
  /// The end, in microseconds since 1970.
  package var ended: Int64
  /// The reason why flows were left out; `nil` if all ran.
  package var stopped: String?
  /// Whether the run was interrupted.
  package var isInterrupted: Bool
  /// The coverage of the flows; `nil` if it wasn't requested.
  package var coverage: Coverage?

  /// Creates an end.
  package init(
    ended: Int64, stopped: String? = nil, isInterrupted: Bool = false, coverage: Coverage? = nil
  ) {
    self.ended = ended
    self.stopped = stopped
    self.isInterrupted = isInterrupted
    self.coverage = coverage
  }

  fileprivate var members: JSONObject {
    var object: JSONObject = ["ended": .integer(Int(ended))]
    object.append("stopped", stopped)
    object.append("interrupted", .bool(isInterrupted))
    if let coverage { object.append("coverage", .array(coverage.items.map(\.json))) }
    return object
  }
}

extension Coverage.Item {
  fileprivate var json: JSON {
    var object: JSONObject = [
      "id": .string(id), "subject": .string(subject), "kind": .string(kind),
      "title": .string(title),
    ]
    object.append("file", file)
    object.append("line", line)
    object.append("hits", .integer(hits))
    object.append("unreachable", unreachable)
    return .object(object)
  }
}

extension FlowReport {
  fileprivate var members: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "name": .string(name), "file": .string(file), "line": .integer(line),
      "tags": .texts(tags), "engine": .string(engine), "org": .string(org),
      "status": .string(status.rawValue),
    ]
    if let known {
      object.append("known", ["reason": .string(known.reason), "until": .string(known.until)])
    }
    object.append("attempts", .array(attempts.map(\.json)))
    return object
  }
}

extension Attempt {
  fileprivate var json: JSON {
    [
      "began": .integer(Int(began)), "microseconds": .integer(Int(duration)),
      "outcome": .string(outcome), "passed": .bool(passed), "steps": .array(steps.map(\.json)),
      "expectations": .array(expectations.map(\.json)),
      "decided": .array(
        decided.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "problems": .array(
        problems.map { ["problem": $0.object, "drawn": .string($0.drawn)] }),
    ]
  }
}

extension StepReport {
  fileprivate var json: JSON {
    var object: JSONObject = ["offered": .texts(offered)]
    object.append("taken", taken)
    object.append("did", did)
    object.append("file", file)
    object.append("line", line)
    object.append("messages", .texts(messages))
    object.append("microseconds", .integer(Int(duration)))
    return .object(object)
  }
}

extension ExpectationReport {
  fileprivate var json: JSON {
    var object: JSONObject = [
      "expected": .string(expected), "holds": .bool(holds), "reached": .bool(isReached),
    ]
    object.append("actual", actual)
    object.append("line", line)
    return .object(object)
  }
}

extension JSON {
  fileprivate static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
}

extension JSONObject {
  /// Appends a member that isn't there yet: setting a member would search for it first.
  fileprivate mutating func append(_ name: String, _ value: JSON) {
    members.append(Member(name, value))
  }

  fileprivate mutating func append(_ name: String, _ text: String?) {
    if let text { append(name, .string(text)) }
  }

  fileprivate mutating func append(_ name: String, _ number: Int?) {
    if let number { append(name, .integer(number)) }
  }
}
