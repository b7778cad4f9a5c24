import FlowText
import OktaSimulator
import FlowHTTP

/// The routes for faults, circumstances, the clock and the state.
enum SettingRoutes {
  static let all: [DrivingRoute] = faultRoutes + circumstanceRoutes + stateRoutes

  // MARK: Faults

  private static let faultRoutes: [DrivingRoute] = [
    DrivingRoute(
      method: .get, path: "/flow/api/faults",
      does: "lists the faults of the org, and how often each happened"
    ) { call throws(HTTPRefusal) in faults(call) },
    DrivingRoute(
      method: .post, path: "/flow/api/faults", does: "adds a fault, as with `--fault`",
      body: ["fault": "challenge once: 429 retry-after 2"]
    ) { call throws(HTTPRefusal) in
      let text = try call.requiredText("fault", example: "challenge once: 429")
      do throws(PlainFailure) {
        return .json(json(try call.control.addFault(text)), status: 201)
      } catch {
        throw HTTPRefusal.bad(error.message)
      }
    },
    DrivingRoute(
      method: .delete, path: "/flow/api/faults", does: "removes all faults"
    ) { call throws(HTTPRefusal) in
      call.control.removeFaults()
      return faults(call)
    },
    DrivingRoute(
      method: .delete, path: "/flow/api/faults/{id}", does: "removes a fault"
    ) { call throws(HTTPRefusal) in
      guard let number = Int(call.parameter), call.control.removeFault(number) else {
        throw .notFound("there is no fault `\(call.parameter.prefix(100))`")
      }
      return faults(call)
    },
  ]

  private static func faults(_ call: DrivingCall) -> DrivingReply {
    .json(["faults": .array(call.control.snapshot(of: call.org).faults.map(json))])
  }

  private static func json(_ fault: ArmedFault) -> JSON {
    [
      "id": .integer(fault.number), "fault": .string(fault.fault.text),
      "happened": .integer(fault.happened), "over": .bool(fault.isOver),
    ]
  }

  // MARK: Circumstances

  private static let circumstanceRoutes: [DrivingRoute] = [
    DrivingRoute(
      method: .get, path: "/flow/api/circumstances",
      does: "shows the circumstances of coming sign-ins, and the choices"
    ) { call throws(HTTPRefusal) in circumstances(call) },
    DrivingRoute(
      method: .post, path: "/flow/api/circumstances",
      does: "sets circumstances of coming sign-ins; `null` removes one",
      body: [
        "zone": "office", "risk": "high", "device": "managed", "platform": "ios", "clock": "+8h",
        "behavior": "New IP", "posture": "os-version 14.1", "unknown": "a user of the partner",
      ]
    ) { call throws(HTTPRefusal) in
      var values: [(name: Circumstances.Name, value: String?)] = []
      for member in call.body.members {
        guard let name = Circumstances.Name(rawValue: member.name) else { continue }
        values.append((name, try call.text(member.name)))
      }
      do throws(PlainFailure) {
        try call.control.setCircumstances(values)
      } catch {
        throw HTTPRefusal.bad(error.message)
      }
      return circumstances(call)
    },
    DrivingRoute(
      method: .delete, path: "/flow/api/circumstances", does: "removes all circumstances"
    ) { call throws(HTTPRefusal) in
      call.control.removeCircumstances()
      return circumstances(call)
    },
  ]

  private static func circumstances(_ call: DrivingCall) -> DrivingReply {
    let current = call.control.circumstances
    var members = JSONObject()
    var choices = JSONObject()
    for name in Circumstances.Name.allCases {
      members[name.rawValue] = current[name].map { .string($0) } ?? .null
      choices[name.rawValue] = .array(
        Circumstances.choices(of: name, in: call.org).map { .string($0) })
    }
    members["choices"] = .object(choices)
    return .json(.object(members))
  }

  // MARK: Time and state

  private static let stateRoutes: [DrivingRoute] = [
    DrivingRoute(
      method: .get, path: "/flow/api/clock", does: "shows the org's time"
    ) { call throws(HTTPRefusal) in clock(call) },
    DrivingRoute(
      method: .post, path: "/flow/api/clock",
      does: "moves the org's clock ahead, which affects codes, pushes, locks and late email",
      body: ["advance": "10m"]
    ) { call throws(HTTPRefusal) in
      let text = try call.requiredText("advance", example: "10m")
      guard let time = Circumstances.duration(text), time >= .zero else {
        throw .bad("`advance` takes a duration such as 30s, 10m, 8h or 2d", help: nil)
      }
      guard call.control.advance(by: time) else {
        throw .bad("the clock can be at most ten years ahead")
      }
      return clock(call)
    },
    DrivingRoute(
      method: .post, path: "/flow/api/reset",
      does: "restores the initial state"
    ) { call throws(HTTPRefusal) in
      call.control.reset()
      return clock(call)
    },
  ]

  private static func clock(_ call: DrivingCall) -> DrivingReply {
    .json([
      "now": .string(CivilTime(call.control.now).iso8601),
      "aheadSeconds": .whole(call.control.ahead.components.seconds),
    ])
  }
}
