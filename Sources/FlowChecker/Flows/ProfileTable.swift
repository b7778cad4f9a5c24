import FlowDiagnostics
import FlowSyntax

/// The profiles of a program by the numbers of their names, numbered in the order of their
/// locations.
struct ProfileTable {
  /// The engines of the flows that use a profile, directly or through other profiles.
  enum Engines: Equatable {
    case none
    case one(String)
    case several
  }

  /// The name of a profile that another one uses.
  struct Use {
    let name: Name
    let id: WordID
  }

  private let words: NameTable
  private(set) var profiles: [Program.Located<Profile>] = []
  private var numbers = NumberTable()
  /// The uses of all profiles, one profile after the other.
  private var uses: [Use] = []
  /// The index of each profile's first use, and the end.
  private var firstUses: [Int] = [0]
  /// The names that a profile provides, including the names of the profiles that it uses.
  ///
  /// They are computed on demand, because computing all of a long chain takes the square of its
  /// length.
  private var broughtNames: [WordSet?] = []
  /// The profiles that a profile uses, directly or through others, computed on demand.
  private var reached: [[Int]?] = []
  /// Whether a profile doesn't handle messages; `nil` if it isn't computed yet.
  var isStraight: [Bool?] = []
  private var engines: [Engines] = []
  /// The names of all profiles, one profile after the other.
  private var ownNames: [WordID] = []
  /// The index of each profile's first name, and the end.
  private var firstNames: [Int] = [0]
  /// The names that any profile declares.
  private(set) var declaredNames = WordSet()

  init(_ words: NameTable) { self.words = words }

  /// Adds the next profile.
  ///
  /// If two have the same name, the first one counts.
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

  /// The number of a profile by the number of its name.
  func number(_ name: WordID) -> Int? { numbers.value(name).map { Int($0) } }

  /// The profiles that a profile uses directly.
  func uses(of number: Int) -> ArraySlice<Use> {
    uses[firstUses[number]..<firstUses[number + 1]]
  }

  // MARK: Names

  /// The names that a profile and the profiles that it uses declare.
  mutating func names(broughtBy number: Int) -> WordSet {
    if let known = broughtNames[number] { return known }
    var names = WordSet()
    for next in reached(from: number) {
      for index in firstNames[next]..<firstNames[next + 1] { names.insert(ownNames[index]) }
    }
    broughtNames[number] = names
    return names
  }

  /// The numbers of a profile and of the profiles that it uses, directly or through others, in
  /// ascending order.
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

  /// The engines of the flows that use a profile.
  func engines(of number: Int) -> Engines { engines[number] }

  /// Records that a flow of an engine uses a profile.
  mutating func use(_ number: Int, engine: String) {
    _ = join(number, .one(engine))
  }

  /// Propagates the engines of every profile to the profiles that it uses, directly or through
  /// others.
  mutating func spreadEngines() {
    var waiting = profiles.indices.filter { engines[$0] != .none && !uses(of: $0).isEmpty }
    while let user = waiting.popLast() {
      for use in uses(of: user) {
        guard let used = number(use.id), join(used, engines[user]) else { continue }
        waiting.append(used)
      }
    }
  }

  /// Adds engines to a profile's engines.
  ///
  /// Returns whether that changed them.
  private mutating func join(_ number: Int, _ other: Engines) -> Bool {
    let old = engines[number]
    guard old != other, old != .several else { return false }
    engines[number] = old == .none ? other : .several
    return true
  }
}
