extension Problem.ID {
  /// The pages on flows that are known to fail.
  var knownPage: Page? {
    switch self {
    case .badDate:
      Page(
        id: self, title: "a text that is no day",
        meaning: """
          After `until` stands the last day on which a flow may fail: four digits of the year, two of
          the month and two of the day, with `-` between them. There is no such day, or it is written
          in another way.
          """,
        example: .check("on identify submit\nknown \"ticket 7\" until \"2026-02-30\""),
        mending: """
          Write the day as `2026-02-28`. It begins and ends in universal time (UTC).
          """)
    case .knownFailureOver:
      Page(
        id: self, title: "a known failure whose time is over",
        meaning: """
          A flow says with `known … until …` that it fails, why, and up to which day that is an
          excuse. The day is over and the flow still fails, so `flow test` counts it as failed: what
          was put off would be forgotten otherwise.
          """,
        example: .situation(
          "It comes from `flow test` on the first of January, for a flow with "
            + "`known \"ticket 7\" until \"2026-12-31\"`."),
        mending: """
          Mend what fails and take the line away. Where that has to wait, write a later day: a reader
          of the change sees that it was put off again.
          """)
    case .unexpectedPass:
      Page(
        id: self, title: "a known failure that passes",
        meaning: """
          A flow says with `known … until …` that it fails, and now all is as it expects. `flow test`
          counts that as failed: as long as the line stands, nobody would see it break again.
          """,
        example: .situation(
          "It comes from `flow test`, when what a `known \"ticket 7\" until \"2026-12-31\"` names "
            + "has been mended."),
        mending: """
          Take the line away. Where the flow passes only now and then, find out what that depends on
          and say it in the flow: in `start sign-in with …`, or in an org of its own.
          """)
    default: nil
    }
  }
}
