package import OktaSimulator

/// A step from a page that leads back to it.
///
/// No exploration takes one, because it doesn't change what the user can reach.
package enum Detour: Sendable, Hashable {
  /// Has a code or a push sent again.
  case resend
  /// Waits until the link of a mail is opened, and then continues with its code.
  case poll
  /// Chooses another option, and then the original one.
  case choose(WalkAct, back: WalkAct)

  /// The name that coverage uses for a page; `nil` if the page has no detour.
  package static func name(of page: WalkPage) -> String? {
    switch page {
    case .identify: "identify"
    case .newPassword(.warning): "reenroll-authenticator-warning password"
    case .challenge(let enrolment, _):
      "challenge-authenticator \(enrolment.authenticator.rawValue)"
    case .push: "challenge-poll okta-verify"
    case .enroll(let authenticator, _): "enroll-authenticator \(authenticator.rawValue)"
    case .enrollApp: "enroll-poll okta-verify"
    default: nil
    }
  }

  /// The pattern of a rule for the page.
  static func pattern(of page: WalkPage) -> String? {
    switch page {
    case .challenge(let enrolment, _): "challenge \(enrolment.authenticator.rawValue)"
    case .push: "challenge-poll"
    case .enroll(let authenticator, _): "enroll-authenticator \(authenticator.rawValue)"
    case .enrollApp: "enroll-poll"
    default: nil
    }
  }
}

/// The position at which a route can take a step.
package enum WayOn {
  /// As a detour, after which the route continues as before.
  case detour(Detour, step: Int)
  /// As the last act after the beginning of a route.
  case act(WalkGraph.Way)
}

extension Explorer {
  /// Finds how a route can take a step from a page.
  ///
  /// - Parameters:
  ///   - page: The page, as coverage names it.
  ///   - way: The step, as coverage names it.
  ///   - route: The route.
  /// - Returns: The first position at which the route can take it; `nil` if it can't.
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
  /// Whether it chooses another option than another act.
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
  /// Whether its page has a field for text.
  fileprivate var isTyped: Bool {
    [.email, .sms, .voice, .totp, .otp, .securityQuestion].contains(self)
  }
}
