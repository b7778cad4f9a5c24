extension Problem.ID {
  /// The pages on simulated orgs that are held against real ones.
  var comparePage: Page? {
    switch self {
    case .compareDiffers:
      Page(
        id: self, title: "a flow that goes otherwise at the real org",
        meaning: """
          `flow test --compare` runs each flow on its simulated org and at the issuer. Here they
          part: one offers other steps or choices, says something else, or ends otherwise. The mark
          is under the line that led there, and the notes have both sides. Handles, ids, times,
          masked values and texts are not compared.
          """,
        example: .situation(
          "It comes from a sign-on rule of the real org that asks for a second factor, which the "
            + "simulated one doesn't."),
        mending: """
          Where the real org is right, mend the simulated one, or make it anew with `flow import
          okta`: until then what `flow audit` and `flow explore` say isn't true of the real one.
          Where the simulated one is right, somebody has changed a policy.
          """)
    case .policySimulationFailed:
      Page(
        id: self, title: "a real org that doesn't say which rule decides",
        meaning: """
          With a token in `FLOW_API_TOKEN`, `flow test --compare` asks the org's management API for
          the user, for zones by their names, and at `/api/v1/policies/simulate` for the rules that
          decide. One of these was refused, failed, or was answered with something that can't be
          understood. Nothing is said of the policies then.
          """,
        example: .situation("It comes from a token that has expired, or is of another org."),
        mending: """
          The token has to be of this org, and its owner an administrator who may read policies and
          users; an OAuth token needs the scopes `okta.policies.read`, `okta.users.read` and, for
          zones, `okta.networkZones.read`. Whoever signs in has to be assigned to the app. Without
          the token the steps alone are compared.
          """)
    case .ruleDiffers:
      Page(
        id: self, title: "another rule decides at the real org",
        meaning: """
          The real org's own policy simulation, asked for the user, the app and the circumstances of
          the flow, names another rule than the one that decided on the simulated org. Rules are
          compared by their names, as `flow import okta` gives them: `default` is the org's own last
          rule.
          """,
        example: .situation(
          "It comes from a rule of the real org that was put before the others."),
        mending: """
          Mend the conditions or the order of the simulated org's rules, or make it anew with `flow
          import okta`. Where the same rule is only called otherwise, give it the real one's name.
          """)
    default: nil
    }
  }
}
