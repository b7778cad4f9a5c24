package import FlowHTTP

/// An event of a test run.
///
/// All reports are made only from events. A run can write them to a file, so a report of several
/// runs looks like the report of one run. All texts in events are masked.
package enum TestEvent: Sendable, Hashable {
  /// The run begins.
  case began(TestRunHead)
  /// A flow has ended.
  ///
  /// The report contains all its attempts.
  case flow(FlowReport)
  /// The run has ended.
  ///
  /// A file without this event is from a run that was killed.
  case ended(TestRunEnd)

  /// The version of the event format.
  ///
  /// The version increases if a member changes its meaning, but not if members are added.
  package static let version = 1

  /// The words that name the kinds of events in JSON.
  enum Word: String, CaseIterable {
    case run, flow, end
  }

  /// The event as a JSON object.
  ///
  /// `flow test --report json` writes one object per line.
  ///
  /// Times are in microseconds. Missing values are left out, but lists are always written.
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
  /// The paths on the command line, as the user wrote them.
  package var paths: [String]
  /// The number of flows in this run.
  ///
  /// Flows of other shards don't count.
  package var flows: Int
  /// The number of flows that run at the same time.
  package var jobs: Int
  /// The seed of the random order; `nil` if the flows run in the order of the files.
  package var seed: UInt64?
  /// The shard of the suite; `nil` for the whole suite.
  package var shard: Shard?
  /// The real org that the flows run against; `nil` if all orgs are simulated.
  package var live: LiveOrg?
  /// The words of the command line that change what a flow does, such as `--org` and its file.
  package var options: [String]

  /// Creates a head.
  package init(
    version: String, began: Int64, paths: [String], flows: Int, jobs: Int, seed: UInt64? = nil,
    shard: Shard? = nil, live: LiveOrg? = nil, options: [String] = []
  ) {
    self.version = version
    self.began = began
    self.paths = paths
    self.flows = flows
    self.jobs = jobs
    self.seed = seed
    self.shard = shard
    self.live = live
    self.options = options
  }

  /// A real org.
  package struct LiveOrg: Sendable, Hashable {
    /// The issuer's address.
    package var issuer: String
    /// The build that the org's responses name; `nil` if they name none.
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
    // The seed is a text, because most JSON readers would round so large a number.
    if let seed { object.append("seed", .string(String(seed))) }
    if let shard {
      object.append("shard", ["index": .integer(shard.index), "count": .integer(shard.count)])
    }
    if let live {
      var org: JSONObject = ["issuer": .string(live.issuer)]
      org.append("build", live.build)
      object.append("live", .object(org))
    }
    if !options.isEmpty { object.append("options", .texts(options)) }
    return object
  }
}

/// The end of a run.
package struct TestRunEnd: Sendable, Hashable {
  /// The end, in microseconds since 1970.
  package var ended: Int64
  /// The reason why flows didn't run; `nil` if all ran.
  package var stopped: String?
  /// Whether the run was interrupted.
  package var isInterrupted: Bool
  /// What the flows cover; `nil` if coverage wasn't requested.
  package var coverage: Coverage?
  /// The warnings about the files, outside the flows; a flow's report has its own.
  package var warnings: [ProblemReport]
  /// The number of further warnings about the files.
  package var otherWarnings: Int

  /// Creates an end.
  package init(
    ended: Int64, stopped: String? = nil, isInterrupted: Bool = false, coverage: Coverage? = nil,
    warnings: [ProblemReport] = [], otherWarnings: Int = 0
  ) {
    self.ended = ended
    self.stopped = stopped
    self.isInterrupted = isInterrupted
    self.coverage = coverage
    self.warnings = warnings
    self.otherWarnings = otherWarnings
  }

  fileprivate var members: JSONObject {
    var object: JSONObject = ["ended": .integer(Int(ended))]
    object.append("stopped", stopped)
    object.append("interrupted", .bool(isInterrupted))
    if let coverage { object.append("coverage", .array(coverage.items.map(\.json))) }
    object.append("warnings", .array(warnings.map(\.json)))
    if otherWarnings > 0 { object.append("otherWarnings", .integer(otherWarnings)) }
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
    object.append("row", row)
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
      "problems": .array(problems.map(\.json)),
    ]
  }
}

extension ProblemReport {
  fileprivate var json: JSON { ["problem": object, "drawn": .string(drawn)] }
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
  /// Appends a member that doesn't exist yet.
  ///
  /// Setting it would search all members first.
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
