import FlowHTTP

/// Records which attributes of resources the import reads.
///
/// A plan may change attributes and resources that an org doesn't have. They are found as the ones
/// that no part of the import has read, so a new attribute of the provider is never lost.
final class TerraformReads {
  /// The attributes that were read, by the address of their resource.
  private var attributes: [String: Set<String>] = [:]
  /// The resources that the org doesn't have.
  private var leftOut: Set<String> = []
  /// The resources of which the org has only the name.
  private var opaque: Set<String> = []

  /// Records that an attribute was read, or that it makes no difference.
  func note(_ path: String, of address: String) {
    attributes[address, default: []].insert(path)
  }

  /// Records that nothing in the org stands for a resource, although its attributes were read.
  func leaveOut(_ address: String) { leftOut.insert(address) }

  /// Records that the org has only the name of a resource, although its attributes were read.
  func hide(_ address: String) { opaque.insert(address) }

  /// Whether nothing in the org stands for a resource.
  func isLeftOut(_ address: String) -> Bool { leftOut.contains(address) }

  /// Whether an attribute of a resource was read, even if the org has only the name of the resource.
  func isRead(_ path: String, of address: String) -> Bool {
    attributes[address]?.contains(path) == true
  }

  /// Whether an attribute of the blocks of an attribute was read.
  func isReadInside(_ path: String, of address: String) -> Bool {
    attributes[address]?.contains { $0.hasPrefix(path + ".") } == true
  }

  /// Whether an attribute of a resource was read.
  func has(_ path: String, of address: String) -> Bool {
    !opaque.contains(address) && attributes[address]?.contains(path) == true
  }
}
