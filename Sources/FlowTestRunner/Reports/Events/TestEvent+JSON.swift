package import FlowHTTP

/// An event as JSON: what `flow test --report json` writes, one a line.
///
/// Times are in microseconds; what there is not is left out, but for lists, which are empty. The
/// schema is what `flow report schema` prints.
extension TestEvent {
  /// The version of the shape; it grows when a member changes its meaning, not for new members.
  package static let version = 1

  /// The words that tell the events apart.
  enum Word: String, CaseIterable {
    case run, flow, end
  }

  /// The event as an object.
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

extension TestRunHead {
  fileprivate var members: JSONObject {
    var object: JSONObject = [
      "program": .string(version), "began": .integer(Int(began)), "paths": .texts(paths),
      "flows": .integer(flows), "jobs": .integer(jobs),
    ]
    // More than a double holds exactly, which is what most readers make of a number.
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

extension TestRunEnd {
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
  /// Adds a member that isn't there: setting one looks for it first.
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
