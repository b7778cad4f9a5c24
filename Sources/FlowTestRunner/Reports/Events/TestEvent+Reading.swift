package import FlowText
package import FlowHTTP

extension TestEvent {
  /// The maximum length and depth of a line.
  ///
  /// The longest line is the end of a run with coverage. At about 250 bytes for each item, it has
  /// room for some 30,000 items. The deepest value is a problem, with eight levels.
  package static let limits = JSONLimits(depth: 64, size: 8 << 20)

  /// Reads an event from a line of a file.
  ///
  /// - Parameter line: The bytes without the line break.
  /// - Throws: `PlainFailure`. The message quotes only short words of the line.
  package init(line: [UInt8]) throws(PlainFailure) {
    let json: JSON
    do throws(JSONFailure) {
      json = try JSON(parsing: line, limits: TestEvent.limits)
    } catch { throw TestEvent.failure(error) }
    try self.init(json)
  }

  /// Returns the failure for a line that isn't JSON.
  static func failure(_ failure: JSONFailure) -> PlainFailure {
    PlainFailure("this isn't JSON: \(failure)")
  }

  /// Reads an event from its JSON object.
  ///
  /// - Throws: `PlainFailure` if the object isn't an event.
  package init(_ json: JSON) throws(PlainFailure) {
    let members = try EventMembers(json, "the event")
    let version = try members.number("version")
    guard version == TestEvent.version else {
      throw PlainFailure(
        "the version of this event is \(version)",
        help: "this program reads version \(TestEvent.version)")
    }
    let name = try members.text("event")
    guard let word = Word(rawValue: name) else {
      let words = Word.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw PlainFailure("`\(name.prefix(40))` isn't an event", help: "the events are \(words)")
    }
    switch word {
    case .run: self = .began(try TestRunHead(members))
    case .flow: self = .flow(try FlowReport(members))
    case .end: self = .ended(try TestRunEnd(members))
    }
  }
}

extension TestRunHead {
  fileprivate init(_ members: EventMembers) throws(PlainFailure) {
    self.init(
      version: try members.text("program"), began: Int64(try members.number("began")),
      paths: try members.texts("paths"), flows: try members.number("flows", least: 0),
      jobs: try members.number("jobs", least: 0))
    if let text = try members.textIfAny("seed") {
      guard let number = UInt64(text) else {
        throw PlainFailure("`seed` of the event isn't a whole number in digits")
      }
      seed = number
    }
    if let part = try members.membersIfAny("shard") {
      let (index, count) = (try part.number("index"), try part.number("count"))
      guard let shard = Shard(index, of: count) else {
        throw PlainFailure("there is no shard \(index) of \(count)")
      }
      self.shard = shard
    }
    if let org = try members.membersIfAny("live") {
      live = LiveOrg(issuer: try org.text("issuer"), build: try org.textIfAny("build"))
    }
    options = try members.textsIfAny("options") ?? []
  }
}

extension TestRunEnd {
  fileprivate init(_ members: EventMembers) throws(PlainFailure) {
    let items = try members.listIfAny("coverage", of: "an item") { item throws(PlainFailure) in
      Coverage.Item(
        id: try item.text("id"), subject: try item.text("subject"), kind: try item.text("kind"),
        title: try item.text("title"), file: try item.textIfAny("file"),
        line: try item.numberIfAny("line"), hits: try item.number("hits", least: 0),
        unreachable: try item.textIfAny("unreachable"))
    }
    self.init(
      ended: Int64(try members.number("ended")), stopped: try members.textIfAny("stopped"),
      isInterrupted: try members.truth("interrupted"), coverage: items.map { Coverage(items: $0) },
      // An older program hasn't written them.
      warnings: try members.listIfAny("warnings", of: "a problem", ProblemReport.init) ?? [],
      otherWarnings: try members.numberIfAny("otherWarnings", least: 0) ?? 0)
  }
}

extension FlowReport {
  fileprivate init(_ members: EventMembers) throws(PlainFailure) {
    let name = try members.text("status")
    guard let status = Status(rawValue: name) else {
      throw PlainFailure(
        "`\(name.prefix(40))` isn't the status of a flow",
        help: "a status is one of \(Status.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.init(
      id: try members.text("id"), name: try members.text("name"),
      row: try members.textIfAny("row"), file: try members.text("file"),
      line: try members.number("line"), tags: try members.texts("tags"),
      engine: try members.text("engine"), org: try members.text("org"), status: status,
      attempts: try members.list("attempts", of: "an attempt", Attempt.init))
    if let failure = try members.membersIfAny("known") {
      known = KnownFailure(reason: try failure.text("reason"), until: try failure.text("until"))
    }
  }
}

extension Attempt {
  fileprivate init(_ members: EventMembers) throws(PlainFailure) {
    self.init(
      began: Int64(try members.number("began")),
      duration: Int64(try members.number("microseconds")),
      outcome: try members.text("outcome"), passed: try members.truth("passed"),
      steps: try members.list("steps", of: "a step", StepReport.init),
      expectations: try members.list(
        "expectations", of: "an expectation", ExpectationReport.init),
      decided: try members.list("decided", of: "a fact") { fact throws(PlainFailure) in
        Decided(try fact.text("name"), try fact.text("value"))
      },
      problems: try members.list("problems", of: "a problem", ProblemReport.init))
  }
}

extension ProblemReport {
  fileprivate init(_ members: EventMembers) throws(PlainFailure) {
    self.init(object: try members.any("problem"), drawn: try members.text("drawn"))
  }
}

extension StepReport {
  fileprivate init(_ members: EventMembers) throws(PlainFailure) {
    self.init(
      offered: try members.texts("offered"), taken: try members.textIfAny("taken"),
      did: try members.textIfAny("did"), file: try members.textIfAny("file"),
      line: try members.numberIfAny("line"), messages: try members.texts("messages"),
      duration: Int64(try members.number("microseconds")))
  }
}

extension ExpectationReport {
  fileprivate init(_ members: EventMembers) throws(PlainFailure) {
    self.init(
      expected: try members.text("expected"), holds: try members.truth("holds"),
      isReached: try members.truth("reached"), actual: try members.textIfAny("actual"),
      line: try members.numberIfAny("line"))
  }
}
