/// A place that a user may come from.
struct WalkOrigin: Sendable, Hashable {
  var address: IPAddress
  var whereabouts: Whereabouts
  /// Whether a zone contains the address.
  var isAddressInZone: Bool

  init(_ place: SignInPlaces.Place) {
    address = place.address
    whereabouts = place.whereabouts
    isAddressInZone = place.isAddressInZone
  }

  /// The place in words, such as `an address such as 203.0.113.10` or `country FR`.
  var words: String {
    let parts = whereabouts.words
    let own = parts.isEmpty || isAddressInZone ? ["an address such as \(address.text)"] : []
    return (parts + own).joined(separator: ", ")
  }
}
