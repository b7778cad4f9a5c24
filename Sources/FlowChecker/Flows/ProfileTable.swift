import FlowDiagnostics
import FlowSyntax

/// The profiles of a program.
///
/// Each has an index, in the order of their locations.
struct ProfileTable {
  /// The engines of all flows that use a profile, directly or through other profiles.
  enum Engines: Equatable {
    case none
    case one(String)
    case several
  }

  /// A profile's use of another profile: the name in the script, and its id.
  struct Use {
    let name: Name
    let id: WordID
  }

  private let words: NameTable
  private(set) var profiles: [Program.Located<Profile>] = []
  private var numbers = NumberTable()
  /// The uses in all profiles.
  ///
  /// The uses of one profile are next to each other.
  private var uses: [Use] = []
  /// For each profile, the index in `uses` where the list of the profiles that it uses begins.
  ///
  /// The last element is `uses.count`.
  private var firstUses: [Int] = [0]
  /// For each profile, the names that it and the profiles that it uses declare; `nil` if they
  /// aren't computed yet.
  ///
  /// The names are computed on demand. For a long chain of profiles, computing all of them would
  /// take time that grows with the square of the length.
  private var broughtNames: [WordSet?] = []
  /// For each profile, the indices of the profiles that it uses directly or through others; `nil`
  /// if they aren't computed yet.
  private var reached: [[Int]?] = []
  /// Whether each profile has no rules for messages; `nil` if that isn't computed yet.
  var isStraight: [Bool?] = []
  private var engines: [Engines] = []
  /// The names in all profiles.
  ///
  /// The names of one profile are next to each other.
  private var ownNames: [WordID] = []
  /// For each profile, the index in `ownNames` where the list of the names that it declares begins.
  ///
  /// The last element is `ownNames.count`.
  private var firstNames: [Int] = [0]
  /// The names that any of the profiles declares.
  private(set) var declaredNames = WordSet()

  init(_ words: NameTable) { self.words = words }

  /// Adds the next profile.
  ///
  /// If two profiles have the same name, only the first is kept.
  mutating func insert(_ profile: Profile, in script: Script) {
    let bytes = script.source.bytes
    let number = Int32(truncatingIfNeeded: profiles.count)
    guard numbers.insert(words.exact(profile.name, bytes), .none, number) else { return }
    profiles.append(Program.Located(script, profile))
    broughtNames.append(nil)
    reached.append(nil)
    isStraight.append(nil)
    engines.append(.none)
    for index in profile.body.indices {
      switch profile.body[index] {
      case .answer(let node): ownNames.append(words.exact(node.field, bytes))
      case .constant(let node): ownNames.append(words.exact(node.name, bytes))
      case .use(let node): uses += node.profiles.map { Use(name: $0, id: words.exact($0, bytes)) }
      default: continue
      }
    }
    for index in (firstNames.last ?? 0)..<ownNames.count { declaredNames.insert(ownNames[index]) }
    firstNames.append(ownNames.count)
    firstUses.append(uses.count)
  }

  /// Returns the index of a profile by the id of its name; `nil` if there is none.
  func number(_ name: WordID) -> Int? { numbers.value(name).map { Int($0) } }

  /// Returns the uses of other profiles in a profile.
  func uses(of number: Int) -> ArraySlice<Use> {
    uses[firstUses[number]..<firstUses[number + 1]]
  }

  // MARK: Names

  /// Returns the names that a profile, and the profiles that it uses, declare.
  mutating func names(broughtBy number: Int) -> WordSet {
    if let known = broughtNames[number] { return known }
    var names = WordSet()
    for next in reached(from: number) {
      for index in firstNames[next]..<firstNames[next + 1] { names.insert(ownNames[index]) }
    }
    broughtNames[number] = names
    return names
  }

  /// Returns the indices of a profile and of all profiles that it uses directly or through others,
  /// in ascending order.
  mutating func reached(from number: Int) -> [Int] {
    if let known = reached[number] { return known }
    var found = [number]
    if !uses(of: number).isEmpty {
      var seen: Set<Int> = [number]
      var next = 0
      while next < found.count {
        for use in uses(of: found[next]) {
          guard let used = self.number(use.id), seen.insert(used).inserted else { continue }
          found.append(used)
        }
        next += 1
      }
      found.sort()
    }
    reached[number] = found
    return found
  }

  // MARK: Engines

  /// Returns the engines of the flows that use a profile.
  func engines(of number: Int) -> Engines { engines[number] }

  /// Records that a flow of an engine uses a profile.
  mutating func use(_ number: Int, engine: String) {
    _ = join(number, .one(engine))
  }

  /// Adds the engines of each profile to the engines of the profiles that it uses, directly or
  /// through others.
  mutating func spreadEngines() {
    var waiting = profiles.indices.filter { engines[$0] != .none && !uses(of: $0).isEmpty }
    while let user = waiting.popLast() {
      for use in uses(of: user) {
        guard let used = number(use.id), join(used, engines[user]) else { continue }
        waiting.append(used)
      }
    }
  }

  /// Adds engines to the engines of a profile.
  ///
  /// Returns whether the engines of the profile have changed.
  private mutating func join(_ number: Int, _ other: Engines) -> Bool {
    let old = engines[number]
    guard old != other, old != .several else { return false }
    engines[number] = old == .none ? other : .several
    return true
  }
}
