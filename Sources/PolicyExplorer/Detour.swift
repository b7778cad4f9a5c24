package import OktaSimulator

/// A step that leads from a page back to the same page.
///
/// Explorations never take such a step, because it doesn't change what the user can reach.
package enum Detour: Sendable, Hashable {
  /// Asks to send a code or a push again.
  case resend
  /// Waits until the link in a mail is opened, and then continues with its code.
  case poll
  /// Chooses another option first, and then the original option.
  case choose(WalkAct, back: WalkAct)

  /// Returns the name of a page in coverage; `nil` if the page doesn't have such a step.
  package static func name(of page: WalkPage) -> String? {
    switch page {
    case .identify: "identify"
    case .newPassword(.warning): "reenroll-authenticator-warning password"
    case .challenge(let enrollment, _):
      "challenge-authenticator \(enrollment.authenticator.rawValue)"
    case .push: "challenge-poll okta-verify"
    case .enroll(let authenticator, _): "enroll-authenticator \(authenticator.rawValue)"
    case .enrollApp: "enroll-poll okta-verify"
    default: nil
    }
  }

  /// Returns the pattern of a rule in a flow that matches the page; `nil` if the page doesn't have
  /// such a step.
  static func pattern(of page: WalkPage) -> String? {
    switch page {
    case .challenge(let enrollment, _): "challenge \(enrollment.authenticator.rawValue)"
    case .push: "challenge-poll"
    case .enroll(let authenticator, _): "enroll-authenticator \(authenticator.rawValue)"
    case .enrollApp: "enroll-poll"
    default: nil
    }
  }
}

/// The point at which a route can take a step.
package enum WayOn {
  /// The route takes the step in between, and then continues as before.
  case detour(Detour, step: Int)
  /// The route begins with these acts.
  ///
  /// The last act is the step.
  case act(WalkGraph.Way)
}

extension Explorer {
  /// Finds how a route can take a step from a page.
  ///
  /// - Parameters:
  ///   - page: The name of the page in coverage.
  ///   - way: The name of the step in coverage.
  ///   - route: The route.
  /// - Returns: The first point at which the route can take the step; `nil` if the route can't take
  ///   it.
  package func wayOn(from page: String, by way: String, on route: Route) -> WayOn? {
    let walk = Walk(org, route.start, now: now)
    guard var position = walk.first else { return nil }
    var before: (act: WalkAct, others: [WalkAct])?
    for (index, act) in route.way.enumerated() {
      let acts = walk.acts(at: position)
      if Detour.name(of: position.page) == page, position.refusal == nil {
        let done = Array(route.way[..<index])
        switch way {
        case "resend": return .detour(.resend, step: index)
        case "poll": return .detour(.poll, step: index)
        case "select-authenticator-authenticate", "select-authenticator-enroll":
          if let before, let other = before.others.first(where: { $0.isOther(than: before.act) }) {
            return .detour(.choose(other, back: before.act), step: index)
          }
        case "skip" where acts.contains(.skip): return .act(done + [.skip])
        case "recover" where acts.contains(.recover): return .act(done + [.recover])
        case "select-enroll-profile" where acts.contains(.startSignUp):
          return .act(done + [.startSignUp])
        default: return nil
        }
      }
      before = (act, acts)
      position = walk.take(act, at: position)
    }
    return nil
  }
}

extension WalkAct {
  /// Whether this act chooses another option than another act.
  fileprivate func isOther(than other: WalkAct) -> Bool {
    switch (self, other) {
    case (.select(let one, let method), .select(let two, _)):
      one != two && one != .password && method.isTyped
    case (.selectNew(let one, _), .selectNew(let two, _)): one != two && one != .oktaVerify
    default: false
    }
  }
}

extension Method {
  /// Whether the page of the method has a text field.
  fileprivate var isTyped: Bool {
    [.email, .sms, .voice, .totp, .otp, .securityQuestion].contains(self)
  }
}
