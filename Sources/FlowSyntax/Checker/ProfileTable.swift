/// The profiles of a program by the hashes of their names, numbered in the order of their places.
struct ProfileTable {
  /// The engines of the flows that use a profile, by way of others or not.
  enum Engines: Equatable {
    case none
    case one(String)
    case several
  }

  private(set) var profiles: [Program.Located<Profile>] = []
  private var numbers = HashTable()
  /// What the profiles use, one after the other.
  private var uses: [Name] = []
  /// Where each profile's uses begin; one more at the end.
  private var firstUses: [Int] = [0]
  /// The names that a profile brings along, those of the profiles that it uses among them, for each
  /// profile that was asked for: to ask for all of a long chain would take the square of its length.
  private var broughtNames: [WordSet?] = []
  private var engines: [Engines] = []
  /// The names that any profile declares.
  private(set) var declaredNames = WordSet()

  /// Takes the next profile; of two with one name the first one counts.
  mutating func insert(_ profile: Profile, in script: Script) {
    guard numbers.insert(profile.name.hash, Int32(truncatingIfNeeded: profiles.count)) else {
      return
    }
    profiles.append(Program.Located(script, profile))
    broughtNames.append(nil)
    engines.append(.none)
    for statement in profile.body {
      switch statement {
      case .answer(let node): declaredNames.insert(node.field.hash)
      case .constant(let node): declaredNames.insert(node.name.hash)
      case .use(let node): uses += node.profiles
      default: continue
      }
    }
    firstUses.append(uses.count)
  }

  /// The number of a profile by the hash of its name.
  func number(_ hash: UInt64) -> Int? { numbers.value(hash).map { Int($0) } }

  /// The names of the profiles that one uses.
  func uses(of number: Int) -> ArraySlice<Name> {
    uses[firstUses[number]..<firstUses[number + 1]]
  }

  // MARK: Names

  /// The names that a profile and those that it uses declare.
  mutating func names(broughtBy number: Int) -> WordSet {
    if let known = broughtNames[number] { return known }
    var names = WordSet()
    var seen: Set<Int> = []
    var waiting = [number]
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      for statement in profiles[next].node.body {
        switch statement {
        case .answer(let node): names.insert(node.field.hash)
        case .constant(let node): names.insert(node.name.hash)
        default: continue
        }
      }
      for name in uses(of: next) {
        if let used = self.number(name.hash) { waiting.append(used) }
      }
    }
    broughtNames[number] = names
    return names
  }

  // MARK: Engines

  /// The engines of the flows that use a profile.
  func engines(of number: Int) -> Engines { engines[number] }

  /// Notes that a flow of an engine uses a profile.
  mutating func use(_ number: Int, engine: String) {
    _ = join(number, .one(engine))
  }

  /// Gives every profile the engines of those that use it, by way of others or not.
  mutating func spreadEngines() {
    var waiting = profiles.indices.filter { engines[$0] != .none && !uses(of: $0).isEmpty }
    while let user = waiting.popLast() {
      for name in uses(of: user) {
        guard let used = number(name.hash), join(used, engines[user]) else { continue }
        waiting.append(used)
      }
    }
  }

  /// Adds engines to a profile's; tells whether that changed them.
  private mutating func join(_ number: Int, _ other: Engines) -> Bool {
    let old = engines[number]
    guard old != other, old != .several else { return false }
    engines[number] = old == .none ? other : .several
    return true
  }
}
