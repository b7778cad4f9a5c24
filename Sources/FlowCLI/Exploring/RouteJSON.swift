import FlowExplorer
import FlowSimulator
import FlowWire

/// The routes of an org as one JSON object.
struct RouteJSON {
  private let survey: OrgSurvey

  init(_ survey: OrgSurvey) { self.survey = survey }

  /// The object, and the end of its line.
  var text: String { String(decoding: JSON.object(object).bytes(), as: UTF8.self) + "\n" }

  private var object: JSONObject {
    [
      "version": 1, "org": .string(survey.org.name), "complete": .bool(survey.isComplete),
      "states": .integer(survey.states), "steps": .integer(survey.steps),
      "walks": .array(survey.explorations.map { .object(walk($0)) }),
    ]
  }

  private func walk(_ exploration: Exploration) -> JSONObject {
    let start = exploration.start
    let parameters = start.parameters(in: survey.org).map {
      JSONObject.Member($0.name, .string($0.value))
    }
    let ways = Set(exploration.ways.map(\.ending))
    let walk = Walk(survey.org, start, now: survey.now)
    return [
      "people": .array(exploration.kind.logins.map { .string($0) }),
      "circumstances": .string(survey.words.circumstances(start)),
      "with": .object(JSONObject(members: parameters)),
      "seconds": .whole(start.clock.components.seconds),
      "like": .integer(exploration.circumstances),
      "states": .integer(exploration.states), "complete": .bool(exploration.isComplete),
      "routes": .array(
        exploration.routes.map {
          .object(route($0, walk, isShort: ways.contains($0.ending)))
        }),
    ]
  }

  private func route(_ route: Route, _ walk: Walk, isShort: Bool) -> JSONObject {
    let ending = route.ending
    var object: JSONObject = [
      "way": .array(survey.words.way(walk.steps(of: route.way)).map { .string($0) }),
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
