import OktaSimulator

/// Finds what users can enroll in one app of an org and then use in another one.
///
/// An app that asks for little lets everyone who knows a password enroll an authenticator. This
/// authenticator may then open an app that asks for more.
struct AppVisits {
  /// What a user can enroll, regardless of the app.
  private struct Outcome: Hashable {
    var gain: WalkGain.Content
    /// The circumstances without the org's facts, which another app numbers differently.
    var circumstances: WalkStart
    var facts: [Assumption]

    /// Whether another outcome adds nothing to this one.
    func covers(_ other: Outcome) -> Bool {
      gain.covers(other.gain) && circumstances.isAsLikely(as: other.circumstances)
        && facts.allSatisfy(other.facts.contains)
    }
  }

  /// An outcome in an app, with the acts that lead to it.
  private struct Source {
    /// The number of the outcome.
    var outcome: Int
    var visit: PriorVisit
  }

  /// Users between which no app distinguishes.
  private struct Atom {
    /// For each app, the number of the users' class.
    var kinds: [Int]
    /// The indices of the users in the org's `people`.
    var users: [Int32]
  }

  /// A visit of the users of a class.
  struct Found {
    /// The index of the first user of the class in the visited app's own exploration.
    var base: Int
    /// The users who can make the visit.
    var kind: WalkKind
    var visit: PriorVisit
  }

  private let orgs: [Org]
  private let now: Duration
  private let atoms: [Atom]
  /// For each app and each class of its users, what the users can enroll.
  private var sources: [[[Source]]]
  /// For each app, the number of the class of each user.
  private let numbers: [[Int]]
  /// For each app and each class, the index of the first user.
  private let bases: [[Int]]
  private var outcomes: [Outcome] = []
  private var places: [Outcome: Int] = [:]
  /// For each outcome, whether it covers each of the others.
  private var covers: [[Bool]] = []
  /// The apps, atoms and outcomes that were already returned.
  private var known: Set<[Int]> = []

  /// Prepares to find visits.
  ///
  /// - Parameter surveys: The explorations of each app.
  init(_ surveys: [OrgSurvey]) {
    orgs = surveys.map(\.org)
    now = surveys.first?.now ?? .zero
    let all = surveys.map { survey in
      survey.kinds.compactMap { $0.index == nil ? nil : survey.org.users(of: $0) }
    }
    let count = orgs.first?.userLogins.count ?? 0
    let numbers = all.map { kinds in
      var numbers = [Int](repeating: 0, count: count)
      for (number, users) in kinds.enumerated() { for user in users { numbers[user] = number } }
      return numbers
    }
    var atoms: [Atom] = []
    var places: [[Int]: Int] = [:]
    for user in 0..<count {
      let kinds = numbers.map { $0[user] }
      if let place = places[kinds] {
        atoms[place].users.append(Int32(user))
      } else {
        places[kinds] = atoms.count
        atoms.append(Atom(kinds: kinds, users: [Int32(user)]))
      }
    }
    self.atoms = atoms
    self.numbers = numbers
    bases = all.map { $0.map { $0[0] } }
    sources = all.map { Array(repeating: [], count: $0.count) }
    for (app, survey) in surveys.enumerated() { add(survey.explorations, of: app) }
  }

  /// Explores the apps of an org for users after visits to the other apps.
  ///
  /// - Parameters:
  ///   - surveys: The explorations of each app, to which those after visits are added.
  ///   - memo: The explorations that were made.
  ///   - watch: Ends the explorations at the limits.
  /// - Returns: The visits before each app.
  static func explore(
    _ surveys: inout [OrgSurvey], _ memo: inout WalkMemo, _ watch: inout WalkWatch
  ) -> [[Found]] {
    var visits = AppVisits(surveys)
    var all: [[Found]] = surveys.map { _ in [] }
    var isNew = true
    // Each round lets users visit one more app. As they can't enroll ever more, this ends.
    while isNew, !Task.isCancelled {
      isNew = false
      for (app, found) in visits.next().enumerated() where !found.isEmpty {
        isNew = true
        all[app] += found
        visits.add(surveys[app].explore(after: found, &memo, &watch), of: app)
      }
    }
    return all
  }

  /// Adds what users can enroll in explorations of an app.
  mutating func add(_ explorations: [Exploration], of app: Int) {
    for exploration in explorations {
      guard !exploration.gained.isEmpty, let user = exploration.kind.index else { continue }
      let kind = numbers[app][user]
      let facts = exploration.start.facts(in: orgs[app])
      var circumstances = exploration.start.withoutFacts
      circumstances.index = nil
      circumstances.visit = nil
      for gain in exploration.gained {
        let outcome = number(
          Outcome(gain: gain.content, circumstances: circumstances, facts: facts))
        guard !sources[app][kind].contains(where: { covers[$0.outcome][outcome] }) else { continue }
        guard
          let visit = PriorVisit(gain, in: orgs[app], from: exploration.start, now: now)
        else { continue }
        sources[app][kind].removeAll { covers[outcome][$0.outcome] }
        sources[app][kind].append(Source(outcome: outcome, visit: visit))
      }
    }
  }

  private mutating func number(_ outcome: Outcome) -> Int {
    if let place = places[outcome] { return place }
    for index in outcomes.indices { covers[index].append(outcomes[index].covers(outcome)) }
    places[outcome] = outcomes.count
    outcomes.append(outcome)
    covers.append(outcomes.map { outcome.covers($0) })
    return outcomes.count - 1
  }

  /// Returns, for each app, the users after visits to other apps that give them more than the app
  /// itself.
  ///
  /// Each visit is returned only once.
  mutating func next() -> [[Found]] {
    var groups: [[(source: Source, atoms: [Int32])]] = orgs.map { _ in [] }
    var places: [[Int]: Int] = [:]
    for (number, atom) in atoms.enumerated() {
      let gains = gains(of: atom)
      for app in orgs.indices {
        for (other, source) in gains.beyond(app, sources[app][atom.kinds[app]], covers)
        where known.insert([app, number, source.outcome]).inserted {
          let key = [app, atom.kinds[app], other, atom.kinds[other], source.outcome]
          if let place = places[key] {
            groups[app][place].atoms.append(Int32(number))
          } else {
            places[key] = groups[app].count
            groups[app].append((source, [Int32(number)]))
          }
        }
      }
    }
    return groups.enumerated().map { app, groups in
      groups.map { group in
        let users = group.atoms.flatMap { atoms[Int($0)].users }.map(Int.init).sorted()
        return Found(
          base: bases[app][numbers[app][users[0]]],
          kind: WalkKind(index: users[0], logins: orgs[app].logins(of: users)),
          visit: group.source.visit.made(by: users[0]))
      }
    }
  }

  /// What some users can enroll in all apps.
  private struct Gains {
    /// For each outcome, the first two apps with it, as one of them may be the app itself.
    var all: [(outcome: Int, sources: [(app: Int, source: Source)])] = []

    /// Returns the sources in other apps that an app's own sources don't cover.
    func beyond(
      _ app: Int, _ own: [Source], _ covers: [[Bool]]
    ) -> [(app: Int, source: Source)] {
      var kept: [(app: Int, source: Source)] = []
      for gain in all {
        guard let found = gain.sources.first(where: { $0.app != app }),
          !own.contains(where: { covers[$0.outcome][gain.outcome] }),
          !kept.contains(where: { covers[$0.source.outcome][gain.outcome] })
        else { continue }
        kept.removeAll { covers[gain.outcome][$0.source.outcome] }
        kept.append(found)
      }
      return kept
    }
  }

  private func gains(of atom: Atom) -> Gains {
    var gains = Gains()
    var places: [Int: Int] = [:]
    for (app, kind) in atom.kinds.enumerated() {
      for source in sources[app][kind] {
        if let place = places[source.outcome] {
          if gains.all[place].sources.count < 2 { gains.all[place].sources.append((app, source)) }
        } else {
          places[source.outcome] = gains.all.count
          gains.all.append((source.outcome, [(app, source)]))
        }
      }
    }
    return gains
  }
}
