package import FlowDiagnostics
package import FlowEngine
import FlowText

/// A value of a zone that is valid, but that probably no request has.
package struct ZoneOddity: Sendable {
  /// The message: one sentence in lower case.
  package let message: String
  /// The values that were probably meant.
  package let meant: [String]
  /// The location of the value.
  package private(set) var place: SourceRange?

  private init(_ message: String, meant: [String]) {
    self.message = message
    self.meant = meant
  }

  /// Finds out whether a country or a subdivision is unknown; `nil` if its country is known.
  ///
  /// - Parameter name: The country, or the subdivision with its country.
  package init?(country name: String) {
    let code = name.split(separator: "-").first.map(String.init) ?? name
    guard !ZoneOddity.countries.contains(code), !ZoneOddity.residual.contains(code) else {
      return nil
    }
    let rest = name.dropFirst(code.count)
    self.init(
      "`\(code)` isn't a country of ISO 3166-1",
      meant: ZoneOddity.otherCodes[code].map { [$0 + rest] } ?? [])
  }

  /// Finds out whether a category of services is a misspelling; `nil` if it isn't.
  ///
  /// The API has more categories than flow knows. So other names may be categories, too.
  ///
  /// - Parameter name: The category.
  package init?(service name: String) {
    guard !ZoneOddity.services.contains(name) else { return nil }
    let meant = ZoneOddity.services.filter { Suggestion.isSlip(name, of: $0) }
    guard !meant.isEmpty else { return nil }
    self.init("`\(name)` isn't a known category of services", meant: meant)
  }

  /// Finds the odd values of all zones of an org.
  package static func all(in settings: [Setting]) -> [ZoneOddity] {
    settings.filter { $0.name == "zone" }.flatMap { $0.block ?? [] }.flatMap { line in
      line.values.joined().compactMap { term -> ZoneOddity? in
        guard case .text(let name) = term.kind else { return nil }
        var oddity: ZoneOddity?
        switch line.name {
        case "country" where ZoneValue.isCountry(name): oddity = ZoneOddity(country: name)
        case "service": oddity = ZoneOddity(service: name)
        default: break
        }
        oddity?.place = term.place
        return oddity
      }
    }
  }

  // MARK: Known values

  /// The assigned codes of ISO 3166-1 alpha-2.
  private static let countries = Set(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ
    BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM
    DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS
    GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
    KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ
    MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
    PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
    SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
    VN VU WF WS YE YT ZA ZM ZW
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  /// Codes for requests whose country isn't known: from Europe, from Asia and the Pacific; and the
  /// code that location services use for Kosovo.
  private static let residual: Set = ["AP", "EU", "XK"]

  /// Codes that are in use elsewhere.
  private static let otherCodes = ["EL": "GR", "UK": "GB"]

  /// The categories of services that flow knows.
  private static let services = [
    ServiceCategory.anonymizers, ServiceCategory.otherAnonymizers, ServiceCategory.tor,
    ServiceCategory.anyProxy, "ALL_IP_SERVICES",
  ]
}
