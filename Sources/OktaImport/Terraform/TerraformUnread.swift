import FlowHTTP

/// Finds the attributes that no part of the import has read, such as those of a later version of
/// the provider.
///
/// They may restrict or widen access, so none of them may vanish.
struct TerraformUnread {
  let configuration: TerraformConfiguration

  /// Returns the attributes of an object that have a value and aren't among some known ones.
  ///
  /// A secret is replaced.
  func attributes(_ block: TerraformBlock, except known: [String]) -> JSONObject {
    var found: JSONObject = [:]
    for name in block.names where !TerraformHarmless.isDecoration(name) && !known.contains(name) {
      if let value = value(block, name) { found[name] = value }
    }
    return found
  }

  /// Returns the attributes of a block that have a value and that the import hasn't read.
  ///
  /// The result has the attributes of nested blocks, with paths such as `rule[0].name`, if the
  /// import has read another attribute of such a block. A secret is replaced.
  func attributes(_ block: TerraformBlock) -> JSONObject {
    var found: JSONObject = [:]
    for name in block.names where !TerraformHarmless.isDecoration(name) {
      guard block.isRead(name) else {
        if let value = value(block, name) { found[name] = value }
        continue
      }
      guard block.isReadInside(name) else { continue }
      for (index, inner) in (block.blocks(name) ?? []).enumerated() {
        for member in attributes(inner).members {
          found["\(name)[\(index)].\(member.name)"] = member.value
        }
      }
    }
    return found
  }

  /// Returns why something isn't known, with the attributes that are known.
  ///
  /// Equal attributes have equal texts. A secret is replaced.
  ///
  /// - Parameters:
  ///   - unknown: The path of what isn't known.
  ///   - block: The block with the attributes.
  ///   - names: The attributes, which count as read.
  /// - Returns: The text.
  func reason(_ unknown: String, _ block: TerraformBlock, _ names: [String]) -> String {
    Self.reason(unknown, read(block, names))
  }

  /// Returns why something isn't known, with attributes that are known.
  static func reason(_ unknown: String, _ attributes: JSONObject) -> String {
    // The provider writes `false` and 0 for what isn't set.
    let set = attributes.members.filter { $0.value != false && $0.value != 0 }
    guard !set.isEmpty else { return unknown }
    let text = String(decoding: JSON.object(JSONObject(members: set)).bytes(), as: UTF8.self)
    return "\(unknown), with \(text)"
  }

  /// Returns those of some attributes that have a value, and records that they are read.
  ///
  /// A secret is replaced.
  func read(_ block: TerraformBlock, _ names: [String]) -> JSONObject {
    var found: JSONObject = [:]
    for name in names.sorted() {
      block.settle(name)
      if let value = value(block, name) { found[name] = value }
    }
    return found
  }

  /// Returns attributes with their values as texts, for a detail, which leaves out the ids in it.
  static func texts(_ attributes: JSONObject) -> JSON {
    .object(
      JSONObject(
        members: attributes.members.map { member in
          .init(
            member.name,
            .string(member.value.string ?? String(decoding: member.value.bytes(), as: UTF8.self)))
        }))
  }

  /// Returns a value without secrets; `nil` if the attribute isn't set.
  private func value(_ block: TerraformBlock, _ name: String) -> JSON? {
    if block.isSecret(name), !block.marked(name).isMarked {
      return block.values[name]?.isNothing ?? true ? nil : "secret"
    }
    switch block.peek(name) {
    case .absent: return nil
    case .unknown: return configuration.leavesOut(block, name) ? nil : "not known"
    case .known(let value):
      guard !value.isNothing, value != "" else { return nil }
      let text = value.string.flatMap { $0.hasPrefix("{") ? Array($0.utf8) : nil }
      let parsed = text.flatMap { try? JSON(parsing: $0) } ?? value
      let open = PullFolder.open(.object([name: parsed]))[name] ?? "secret"
      return open.canonical(hasOnlySets: false)
    }
  }
}

/// Reports the unread attributes of the resources that the import translates.
struct TerraformLeftovers {
  let conversion: TerraformConversion

  /// What stands for an attribute that isn't read.
  private enum Strength {
    /// The attribute may decide who gets in.
    case gap
    /// The attribute decides what an org doesn't simulate.
    case detail
    /// The attribute decides nothing about a sign-in.
    case note
  }

  /// Reports the attributes.
  ///
  /// The import must have read the resources before.
  func report() {
    let unread = conversion.ids.unread
    for resource in conversion.resources
    where !resource.isData && !conversion.file.reads.isLeftOut(resource.address) {
      guard let strength = Self.strength(resource.type) else { continue }
      let found = unread.attributes(resource.block)
      guard !found.members.isEmpty else { continue }
      let names = found.members.map { "`\($0.name)`" }.joined(separator: ", ")
      switch strength {
      case .gap:
        for member in found.members {
          let value = String(decoding: member.value.bytes(), as: UTF8.self)
          conversion.gap(
            "an org has no equivalent of `\(member.name)`, which is \(value)", at: resource.block)
        }
      case .detail:
        conversion.detail(
          TerraformUnread.texts(found), "an org has no equivalent of \(names)", at: resource)
      case .note: conversion.note("an org has no equivalent of \(names)", at: resource.address)
      }
    }
  }

  /// Returns what stands for the unread attributes of a type; `nil` if the bodies have them, or if
  /// the import doesn't translate the type.
  private static func strength(_ type: String) -> Strength? {
    switch type {
    case "okta_authenticator", "okta_behavior", "okta_network_zone": nil
    case _ where type.hasPrefix("okta_policy_device_assurance_"): nil
    case "okta_idp_oidc", "okta_idp_saml", "okta_idp_social": .detail
    case "okta_group", "okta_everyone_group", "okta_user_type": .note
    // The management API has as much, and its import reads no more.
    case _ where TerraformApps.types.contains(type): .note
    default:
      TerraformPolicies.handled.contains(type) || TerraformApps.links.contains(type)
        || TerraformAssignments.types.contains(type) || TerraformHarmless.isObject(type)
        ? .gap : nil
    }
  }
}
