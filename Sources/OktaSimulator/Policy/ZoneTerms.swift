/// What the requests from a network zone have in common, apart from their addresses:
/// countries, autonomous systems, and services such as anonymizers.
///
/// All three must match, as in dynamic zones of Okta.
struct ZoneTerms: Sendable, Hashable {
  /// Values to include and to exclude.
  struct Choice: Sendable, Hashable {
    /// The values of which one must match; empty for any value.
    var included: Set<String> = []
    /// The values of which none may match.
    var excluded: Set<String> = []

    var isEmpty: Bool { included.isEmpty && excluded.isEmpty }
    var all: Set<String> { included.union(excluded) }

    /// Whether values of a request match.
    ///
    /// - Parameter values: The values, each with those that contain it.
    /// - Returns: Whether one of them is included, and none excluded.
    func matches(_ values: Set<String>) -> Bool {
      (included.isEmpty || !included.isDisjoint(with: values)) && excluded.isDisjoint(with: values)
    }

    /// The values as settings write them, such as `country "FR"` and `country not "FR-75"`.
    func settings(_ name: String) -> [String] {
      [(included, ""), (excluded, "not ")].filter { !$0.0.isEmpty }.map { values, word in
        "\(name) \(word)" + values.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      }
    }
  }

  /// Countries (ISO 3166-1 alpha-2) and their subdivisions (ISO 3166-2), such as `FR` and `FR-75`.
  var countries = Choice()
  /// Numbers of autonomous systems.
  var systems = Choice()
  /// Categories of services.
  ///
  /// A request may come from several. It comes from each category that contains one of its own.
  var services = Choice()

  var isEmpty: Bool { countries.isEmpty && systems.isEmpty && services.isEmpty }

  /// The terms as settings write them.
  var settings: [String] {
    countries.settings("country") + systems.settings("asn") + services.settings("service")
  }
}

/// The categories of services that contain others.
package enum ServiceCategory {
  /// Tor, which the API also has as a kind of proxy.
  package static let tor = "TOR"
  /// All anonymizers except Tor, which the API also has as a kind of proxy.
  package static let otherAnonymizers = "ALL_ANONYMIZERS_EXCEPT_TOR"
  /// All anonymizers: Tor and the others.
  static let anonymizers = "ALL_ANONYMIZERS"
  /// The kind of proxy that stands for every kind.
  package static let anyProxy = "Any"

  /// For each category, those that contain it.
  private static let wholes: [String: Set<String>] = [
    tor: [anonymizers, anyProxy], otherAnonymizers: [anonymizers, anyProxy],
    anonymizers: [anyProxy],
  ]

  /// Returns categories, and those that contain them.
  static func containing(_ services: Set<String>) -> Set<String> {
    services.reduce(services) { $0.union(wholes[$1] ?? []) }
  }

  /// Whether a request can come from some categories and from no others.
  ///
  /// - Parameters:
  ///   - services: The categories, with those that contain them.
  ///   - named: All categories that zones name.
  /// - Returns: Whether such a request is possible.
  static func isPossible(_ services: Set<String>, among named: [String]) -> Bool {
    // A request comes from Tor or from another anonymizer, but not from both.
    let parts = [tor, otherAnonymizers]
    if parts.allSatisfy(services.contains) { return false }
    return !services.contains(anonymizers) || parts.contains(where: services.contains)
      || !parts.allSatisfy(named.contains)
  }
}

/// Where requests come from, apart from their addresses.
struct Whereabouts: Sendable, Hashable {
  /// A country or a subdivision; `nil` for a country that no zone names.
  var country: String?
  /// The number of an autonomous system; `nil` for one that no zone names.
  var system: String?
  /// The services that zones name.
  var services: Set<String> = []

  var isEmpty: Bool { country == nil && system == nil && services.isEmpty }

  /// The place in words, such as `country FR`; empty if no zone names it.
  var words: [String] {
    (country.map { ["country \($0)"] } ?? []) + (system.map { ["network AS\($0)"] } ?? [])
      + (services.isEmpty ? [] : ["service \(services.sorted().joined(separator: " and "))"])
  }
}

/// The places that the terms of zones distinguish.
struct WhereaboutsChoices {
  /// A place, with the zones whose terms it meets as a bit set for each org.
  struct Choice {
    var place: Whereabouts
    var zones: [UInt64]
  }

  /// One place for each set of zones, the place that no zone names first.
  private(set) var all: [Choice] = []
  /// Whether `all` includes every combination of services.
  let isComplete: Bool

  /// The maximum number of services for which every combination is included.
  private static let servicesMax = 6

  /// Finds the places.
  ///
  /// - Parameters:
  ///   - orgs: The zones of each org.
  ///   - told: The zones that matter, as a bit set for each org.
  init(_ orgs: [[NetworkZone]], told: [UInt64]) {
    let terms = orgs.flatMap { $0 }.map(\.terms)
    let services = Set(terms.flatMap(\.services.all)).sorted()
    isComplete = services.count <= WhereaboutsChoices.servicesMax
    let parts: [([Whereabouts], @Sendable (ZoneTerms, Whereabouts) -> Bool)] = [
      (
        WhereaboutsChoices.places(Set(terms.flatMap(\.countries.all))) { Whereabouts(country: $0) },
        { $0.countries.matches(Whereabouts.containing($1.country)) }
      ),
      (
        WhereaboutsChoices.places(Set(terms.flatMap(\.systems.all))) { Whereabouts(system: $0) },
        { $0.systems.matches(Set([$1.system].compactMap(\.self))) }
      ),
      (
        WhereaboutsChoices.subsets(of: services).map {
          ServiceCategory.containing($0).intersection(services)
        }.filter { ServiceCategory.isPossible($0, among: services) }
          .map { Whereabouts(services: $0) },
        { $0.services.matches($1.services) }
      ),
    ]
    all = [Choice(place: Whereabouts(), zones: orgs.map { _ in .max })]
    for (places, matches) in parts {
      // Only places that differ in zones that matter are kept.
      let own = WhereaboutsChoices.distinct(
        places.map { place in
          Choice(
            place: place,
            zones: orgs.map { zones in
              zones.enumerated().reduce(0) { bits, zone in
                matches(zone.element.terms, place) ? bits | 1 << UInt64(zone.offset) : bits
              }
            })
        }, told)
      all = WhereaboutsChoices.distinct(
        all.flatMap { one in own.map { one.and($0) } }, told)
    }
  }

  private static func distinct(_ choices: [Choice], _ told: [UInt64]) -> [Choice] {
    var seen: Set<[UInt64]> = []
    return choices.filter { seen.insert(zip($0.zones, told).map { $0 & $1 }).inserted }
  }

  private static func places(
    _ values: Set<String>, _ make: (String) -> Whereabouts
  ) -> [Whereabouts] {
    // A country with a named subdivision also has others.
    let whole = values.map { $0.split(separator: "-").first.map(String.init) ?? $0 }
    return [Whereabouts()] + values.union(whole).sorted().map(make)
  }

  /// Returns all subsets; only the small ones if there are many values.
  private static func subsets(of values: [String]) -> [Set<String>] {
    guard values.count > servicesMax else {
      return (0..<1 << values.count).map { bits in
        Set(values.indices.filter { bits >> $0 & 1 == 1 }.map { values[$0] })
      }
    }
    return [[]] + values.map { [$0] }
      + values.indices.flatMap { one in values[(one + 1)...].map { [values[one], $0] } }
  }
}

extension WhereaboutsChoices.Choice {
  /// Returns the place with the facts of both.
  fileprivate func and(_ other: Self) -> Self {
    let place = Whereabouts(
      country: place.country ?? other.place.country, system: place.system ?? other.place.system,
      services: place.services.union(other.place.services))
    return Self(place: place, zones: zip(zones, other.zones).map { $0 & $1 })
  }
}

extension Whereabouts {
  /// A subdivision and its country, or a country.
  fileprivate static func containing(_ country: String?) -> Set<String> {
    guard let country else { return [] }
    return [country, country.split(separator: "-").first.map(String.init) ?? country]
  }
}
