package import FlowInterpreter
import OktaSimulator
import FlowHTTP

/// The routes of an org as one JSON object.
package struct RouteJSON {
  private let survey: OrgSurvey
  /// The reason why there may be more routes; `nil` if everything was explored.
  private let gap: String?

  /// Creates the JSON object.
  ///
  /// - Parameters:
  ///   - survey: The explorations.
  ///   - gap: The reason why there may be more routes; `nil` if everything was explored.
  package init(_ survey: OrgSurvey, gap: String?) {
    self.survey = survey
    self.gap = gap
  }

  /// Writes the object on one line.
  ///
  /// It converts one exploration at a time, because all of them together may be large.
  package func write(to output: any OutputSink) {
    output.write(String(text(head).dropLast()) + ",\"walks\":[")
    for (index, exploration) in survey.explorations.enumerated() {
      output.write((index == 0 ? "" : ",") + text(walk(exploration)))
    }
    output.write("]}\n")
  }

  private func text(_ object: JSONObject) -> String {
    String(decoding: JSON.object(object).bytes(), as: UTF8.self)
  }

  private var head: JSONObject {
    var object: JSONObject = [
      "version": 1, "org": .string(survey.org.name), "complete": .bool(survey.isWhole),
      "states": .integer(survey.states), "steps": .integer(survey.steps),
    ]
    if let gap { object["incomplete"] = [.string(gap)] }
    return object
  }

  private func walk(_ exploration: Exploration) -> JSONObject {
    let start = exploration.start
    let parameters = start.parameters(in: survey.org).map {
      JSONObject.Member($0.name, .string($0.value))
    }
    let ways = Set(exploration.ways.map(\.ending))
    var replay = WalkReplay(Walk(survey.org, start, now: survey.now))
    var object: JSONObject = [
      "people": .array(exploration.kind.logins.map { .string($0) }),
      "circumstances": .string(survey.words.circumstances(start)),
      "with": .object(JSONObject(members: parameters)),
      "seconds": .whole(start.clock.components.seconds),
      "like": .integer(exploration.circumstances),
      "states": .integer(exploration.states), "complete": .bool(exploration.isComplete),
      "routes": .array(
        exploration.routes.map {
          .object(route($0, &replay, isShort: ways.contains($0.ending)))
        }),
    ]
    let assumptions = start.assumptions(in: survey.org)
    if !assumptions.isEmpty {
      object["relies-on"] = .array(assumptions.map(FindingVerdict.json))
    }
    return object
  }

  private func route(_ route: Route, _ replay: inout WalkReplay, isShort: Bool) -> JSONObject {
    let ending = route.ending
    var object: JSONObject = [
      "way": .array(survey.words.way(replay.steps(of: route.way)).map { .string($0) }),
      "outcome": .string(outcome(ending)),
    ]
    if case .refused(let refusal) = ending.outcome { object["message"] = .string(refusal.key) }
    guard ending.outcome == .signedIn else { return object }
    object["rule"] = .string(survey.org.name(ofRule: ending.rule))
    object["session-rule"] = .string(survey.org.name(ofSessionRule: ending.sessionRule))
    object["used"] = .array(ending.uses.map { .string(survey.words.name($0.method)) })
    object["enrolled"] = .array(ending.enrolled.map { .string($0.rawValue) })
    object["kinds"] = .integer(ending.kinds)
    object["held-kinds"] = .integer(ending.heldKinds)
    object["enough"] = .bool(ending.isEnough)
    object["shortest"] = .bool(isShort)
    return object
  }

  private func outcome(_ ending: WalkEnding) -> String {
    switch ending.outcome {
    case .signedIn: "signed-in"
    case .unlocked: "unlocked"
    case .locked: "locked"
    case .refused: "refused"
    }
  }
}
