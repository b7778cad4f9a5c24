package import FlowHTTP

/// A JSON Schema (draft 2020-12) for one line of a report in JSON lines.
///
/// The schema allows unknown members, because a newer program may write more.
package enum EventSchema {
  /// The schema.
  package static let json: JSON = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "An event of a test run of flow",
    "description":
      """
    One line of `flow test --report json:FILE`. A run is an event `run`, an event `flow` for each \
    flow as it ends, and an event `end`; a file without an `end` is from a run that was killed. \
    Times are in microseconds, dates since 1970. Secrets are masked.
    """,
    "oneOf": .array(
      [TestEvent.Word.run, .flow, .end].map { ["$ref": .string("#/$defs/\($0.rawValue)")] }),
    "$defs": .object(JSONObject(members: definitions)),
  ]

  private static let definitions: [JSONObject.Member] = [
    .init("run", event(.run, run)), .init("flow", event(.flow, flow)),
    .init("end", event(.end, end)), .init("attempt", object("One attempt of the flow.", attempt)),
    .init("step", object("A response, and the action on it.", step)),
    .init("expectation", object("An expectation.", expectation)),
    .init("problem", object("A problem.", problem)),
    .init("item", object("A part of an org or script that flows can cover.", item)),
  ]

  /// A member: its name, its schema, and whether it can be missing.
  private typealias Member = (name: String, schema: JSON, isOptional: Bool)

  private static let run: [Member] = [
    must("program", text("the version of the program")),
    must("began", number("the start")),
    must("paths", texts("the files and folders of the command line")),
    must("flows", number("the number of flows in this run", least: 0)),
    must("jobs", number("the number of flows at a time", least: 0)),
    may("seed", text("the seed of the order, in digits")),
    may(
      "shard",
      object(
        "the shard of the suite",
        [
          must("index", number("the number of the shard, from 1", least: 1)),
          must("count", number("the number of shards", least: 1)),
        ])),
    may(
      "live",
      object(
        "the real org of the run",
        [
          must("issuer", text("its issuer's address")),
          may("build", text("the build in the org's responses")),
        ])),
    may("options", texts("the words of the command line that change what a flow does")),
  ]

  private static let end: [Member] = [
    must("ended", number("the end")),
    may("stopped", text("the reason why flows were left out")),
    must("interrupted", truth("whether the run was interrupted")),
    may("coverage", list("the items of the coverage", of: "item")),
    may("warnings", list("the warnings about the files, outside the flows", of: "problem")),
    may("otherWarnings", number("the number of further warnings about the files", least: 1)),
  ]

  private static let flow: [Member] = [
    must("id", text("the file and the name: unique, and the same in every run")),
    must("name", text("its name; with rows, followed by their values")),
    may("row", text("the row's values in brackets, as at the end of the name")),
    must("file", text("its script")), must("line", number("the line of its name, from 1")),
    must("tags", texts("the words after `tagged`")), must("engine", text("the engine")),
    must("org", text("the target: an org's name, or an issuer's address")),
    must(
      "status",
      [
        "enum": .array(FlowReport.Status.allCases.map { .string($0.rawValue) }),
        "description": "the result; `failed`, `unexpected`, `broken` and `missed` fail a run",
      ]),
    may(
      "known",
      object(
        "the known failure",
        [
          must("reason", text("the reason")),
          must("until", text("the last day on which it is accepted, 2026-12-31")),
        ])),
    must("attempts", list("all attempts, in order", of: "attempt")),
  ]

  private static let attempt: [Member] = [
    must("began", number("the start")), must("microseconds", number("the duration")),
    must("outcome", text("the word of the outcome, such as `success`")),
    must("passed", truth("whether everything was as expected")),
    must("steps", list("every response", of: "step")),
    must("expectations", list("the expectations", of: "expectation")),
    must(
      "decided",
      array(
        "the decisions of the policies",
        object(
          "a fact", [must("name", text("such as `rule`")), must("value", text("its value"))]))),
    must("problems", list("the problems", of: "problem")),
  ]

  private static let problem: [Member] = [
    must(
      "problem",
      ["description": "in the form of `flow check --format json`: id, message, place, help"]),
    must("drawn", text("the problem below its source line")),
  ]

  private static let step: [Member] = [
    must("offered", texts("the offered steps")),
    may("taken", text("the step that was answered")),
    may("did", text("the action, in the words of a script")),
    may("file", text("the file of the rule that acted")),
    may("line", number("the rule's line, from 1")),
    must("messages", texts("the server's messages")),
    must("microseconds", number("the time until the next response, by the run's clock")),
  ]

  private static let expectation: [Member] = [
    must("expected", text("the text of the expectation")), must("holds", truth("whether it holds")),
    must("reached", truth("whether the run reached the point at which it can be tested")),
    may("actual", text("the actual value")), may("line", number("its line, from 1")),
  ]

  private static let item: [Member] = [
    must("id", text("unique, and the same in every run")),
    must("subject", text("the title of its org or script")),
    must("kind", text("the kind of item")), must("title", text("the description for people")),
    may("file", text("its file")), may("line", number("its line, from 1")),
    must("hits", number("the number of flows that covered it", least: 0)),
    may("unreachable", text("the reason why nothing can cover it; such an item isn't counted")),
  ]

  // MARK: Making schemas

  private static func must(_ name: String, _ schema: JSON) -> Member { (name, schema, false) }
  private static func may(_ name: String, _ schema: JSON) -> Member { (name, schema, true) }

  private static func event(_ word: TestEvent.Word, _ members: [Member]) -> JSON {
    let common = [
      must("version", ["const": .integer(TestEvent.version)]),
      must("event", ["const": .string(word.rawValue)]),
    ]
    return object("The event `\(word.rawValue)`.", common + members)
  }

  private static func object(_ what: String, _ members: [Member]) -> JSON {
    let required = members.filter { !$0.isOptional }.map { JSON.string($0.name) }
    return [
      "type": "object", "description": .string(what), "required": .array(required),
      "properties": .object(
        JSONObject(members: members.map { .init($0.name, $0.schema) })),
    ]
  }

  private static func text(_ what: String) -> JSON {
    ["type": "string", "description": .string(what)]
  }

  private static func truth(_ what: String) -> JSON {
    ["type": "boolean", "description": .string(what)]
  }

  private static func number(_ what: String, least: Int? = nil) -> JSON {
    var object: JSONObject = ["type": "integer", "description": .string(what)]
    object["minimum"] = least.map { .integer($0) }
    return .object(object)
  }

  private static func array(_ what: String, _ items: JSON) -> JSON {
    ["type": "array", "description": .string(what), "items": items]
  }

  private static func texts(_ what: String) -> JSON { array(what, ["type": "string"]) }

  private static func list(_ what: String, of name: String) -> JSON {
    array(what, ["$ref": .string("#/$defs/\(name)")])
  }
}
