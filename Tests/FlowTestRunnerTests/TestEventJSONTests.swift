import FlowText
import FlowTestRunner
import FlowHTTP
import CommandSupport
import TestSupport
import Testing

@Suite("Events of a test run as JSON lines") struct TestEventJSONTests {
  @Test("Every written event is read back, and is on one line")
  func lossless() throws {
    var events = SampleEvents(seed: 8)
    for round in 0..<400 {
      let event = events.next()
      let line = event.json.bytes()
      if line.contains(UInt8(ascii: "\n")) { Issue.record("event \(round) has a line's end") }
      let read = try TestEvent(line: line)
      if read != event { Issue.record("event \(round) is read as another one: \(event)") }
    }
  }

  @Test("An unknown member is skipped, and null is like a missing member")
  func unknownMembers() throws {
    let event = TestEvent.flow(
      FlowReport(
        id: "a", name: "b", file: "c", line: 1, engine: "idx", org: "d", status: .passed,
        attempts: [Attempt(began: 1, duration: 2, outcome: "success", passed: true)]))
    func grown(_ json: JSON) -> JSON {
      switch json {
      case .object(let object):
        .object(
          JSONObject(
            members: object.members.map { .init($0.name, grown($0.value)) } + [
              .init("newer", [1, ["a": nil]])
            ]))
      case .array(let elements): .array(elements.map(grown))
      default: json
      }
    }
    #expect(try TestEvent(grown(event.json)) == event)
    guard case .object(var object) = event.json else { return }
    object["known"] = .null
    #expect(try TestEvent(.object(object)) == event)
  }

  @Test(
    "A line that isn't an event is reported with its fault",
    arguments: [
      ("", "this isn't JSON: the text ends before the value does (byte 0)"),
      ("{\"version\":1", "this isn't JSON: the text ends before the value does (byte 12)"),
      ("[]", "the event isn't an object"),
      ("{}", "the event doesn't have `version`"),
      (#"{"version":2,"event":"run"}"#, "the version of this event is 2"),
      (#"{"version":"1"}"#, "`version` of the event isn't a whole number"),
      (#"{"version":1,"event":"walk"}"#, "`walk` isn't an event"),
      (#"{"version":1,"event":"end"}"#, "the event doesn't have `ended`"),
      (
        #"{"version":1,"event":"end","ended":1,"interrupted":0}"#,
        "`interrupted` of the event isn't true or false"
      ),
      (
        #"{"version":1,"event":"end","ended":1,"interrupted":false,"coverage":[7]}"#,
        "an item isn't an object"
      ),
      (
        #"{"version":1,"event":"run","program":"1","began":1,"paths":[1],"flows":1,"jobs":1}"#,
        "`paths` of the event isn't a list of texts"
      ),
      (
        #"{"version":1,"event":"run","program":"1","began":1,"paths":[],"flows":-1,"jobs":1}"#,
        "`flows` of the event isn't a whole number from 0"
      ),
      (
        #"{"version":1,"event":"run","program":"1","began":1,"paths":[],"flows":1,"jobs":1,"#
          + #""shard":{"index":6,"count":5}}"#, "there is no shard 6 of 5"
      ),
      (
        #"{"version":1,"event":"run","program":"1","began":1,"paths":[],"flows":1,"jobs":1,"#
          + #""seed":"-1"}"#, "`seed` of the event isn't a whole number in digits"
      ),
      (#"{"version":1,"event":"flow","status":"fine"}"#, "`fine` isn't the status of a flow"),
    ])
  func faults(line: String, message: String) {
    #expect(throws: PlainFailure.self) { try TestEvent(line: Array(line.utf8)) }
    do throws(PlainFailure) {
      _ = try TestEvent(line: Array(line.utf8))
    } catch { #expect(error.message == message) }
  }

  @Test("An event that no reader would accept isn't written")
  func tooLong() {
    let name = String(repeating: "x", count: TestEvent.limits.size)
    var reporter = EventReporter(MemorySink(), path: "a.jsonl")
    #expect(throws: PlainFailure("an event has more than 8 MB", at: "a.jsonl")) {
      try reporter.take(.began(.init(version: name, began: 0, paths: [], flows: 0, jobs: 1)))
    }
  }
}
