package import FlowHTTP

/// The shape of a line of the report in JSON lines, as a JSON Schema (draft 2020-12).
///
/// It says nothing of members that it doesn't know: a newer program may write more.
package enum EventSchema {
  /// The schema.
  package static let json: JSON = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "An event of a test run of flow",
    "description":
      """
    One line of `flow test --report json:FILE`. A run is an event `run`, an event `flow` for each \
    flow as it ends, and an event `end`; a file without the last is of a run that was killed. \
    Times are in microseconds, points of them since 1970. Secrets are masked.
    """,
    "oneOf": .array(
      [TestEvent.Word.run, .flow, .end].map { ["$ref": .string("#/$defs/\($0.rawValue)")] }),
    "$defs": .object(JSONObject(members: definitions)),
  ]

  private static let definitions: [JSONObject.Member] = [
    .init("run", event(.run, run)), .init("flow", event(.flow, flow)),
    .init("end", event(.end, end)), .init("attempt", object("Once that the flow ran.", attempt)),
    .init("step", object("A response, and what was done about it.", step)),
    .init("expectation", object("Something that was expected.", expectation)),
    .init("item", object("Something that flows can cover.", item)),
  ]

  /// A member: its name, its schema, and whether it may be missing.
  private typealias Member = (name: String, schema: JSON, isOptional: Bool)

  private static let run: [Member] = [
    must("program", text("the version of the program")),
    must("began", number("when it began")),
    must("paths", texts("the files and folders that were asked for")),
    must("flows", number("how many flows it is about to run", least: 0)),
    must("jobs", number("how many at a time", least: 0)),
    may("seed", text("what the order was drawn by, in digits")),
    may(
      "shard",
      object(
        "which part of the suite it is",
        [
          must("index", number("which, from 1", least: 1)),
          must("count", number("of how many", least: 1)),
        ])),
    may(
      "live",
      object(
        "the real org that it runs against",
        [
          must("issuer", text("its issuer's address")),
          may("build", text("the build that its answers name")),
        ])),
  ]

  private static let end: [Member] = [
    must("ended", number("when it ended")),
    may("stopped", text("why flows were left out")),
    must("interrupted", truth("whether somebody interrupted it")),
    may("coverage", list("what could be covered", of: "item")),
  ]

  private static let flow: [Member] = [
    must("id", text("the file and the name: the same in every run")),
    must("name", text("its name; with rows, their values behind it")),
    must("file", text("its script")), must("line", number("the line of its name, from 1")),
    must("tags", texts("the words after `tagged`")), must("engine", text("the engine")),
    must("org", text("what it ran against: an org's name, or an issuer's address")),
    must(
      "status",
      [
        "enum": .array(FlowReport.Status.allCases.map { .string($0.rawValue) }),
        "description": "how it came out; `failed`, `unexpected`, `broken` and `missed` fail a run",
      ]),
    may(
      "known",
      object(
        "why it is known to fail",
        [must("reason", text("why")), must("until", text("the last day of that, 2026-12-31"))])),
    must("attempts", list("every time it ran, in order", of: "attempt")),
  ]

  private static let attempt: [Member] = [
    must("began", number("when it began")), must("microseconds", number("how long it took")),
    must("outcome", text("the word of how it ended, such as `success`")),
    must("passed", truth("whether all was as expected")),
    must("steps", list("every response", of: "step")),
    must("expectations", list("what was expected", of: "expectation")),
    must(
      "decided",
      array(
        "what the policies decided",
        object(
          "a fact", [must("name", text("such as `rule`")), must("value", text("its value"))]))),
    must(
      "problems",
      array(
        "what was wrong",
        object(
          "a problem",
          [
            must(
              "problem",
              ["description": "as `flow check --format json` writes it: id, message, place, help"]),
            must("drawn", text("the problem under its line of the source")),
          ]))),
  ]

  private static let step: [Member] = [
    must("offered", texts("the steps that were offered")),
    may("taken", text("the one that was answered")),
    may("did", text("what was done, in the words of a script")),
    may("file", text("the file of the rule that did it")),
    may("line", number("the rule's line, from 1")),
    must("messages", texts("what the server said")),
    must("microseconds", number("how long it took until the next response, by the run's clock")),
  ]

  private static let expectation: [Member] = [
    must("expected", text("as it is written")), must("holds", truth("whether it holds")),
    must("reached", truth("whether the run came to where it can be told")),
    may("actual", text("what was found instead")), may("line", number("its line, from 1")),
  ]

  private static let item: [Member] = [
    must("id", text("of no other item, and the same in every run")),
    must("subject", text("the org or the script that it is of")),
    must("kind", text("the sort of it")), must("title", text("what it is, for people")),
    may("file", text("its file")), may("line", number("its line, from 1")),
    must("hits", number("how many flows have covered it", least: 0)),
    may("unreachable", text("why nothing can cover it; such an item counts neither way")),
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
