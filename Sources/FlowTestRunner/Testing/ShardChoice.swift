package import FlowTerminal
import FlowText

/// Which part of the suite is run, and who says so.
package struct ShardChoice: Sendable, Hashable {
  var shard: Shard
  /// The variables that say so; `nil` for the option.
  var origin: String?

  package typealias Fault = UsageFault

  /// Reads the option, else what a CI or a cluster says by itself; `nil` where nobody says anything.
  ///
  /// - Parameters:
  ///   - option: `2/5`, where it was given.
  ///   - environment: the variables.
  /// - Throws: `Fault`, where it can't be: a job that ran another part would leave one out.
  package init?(_ option: String?, _ environment: [String: String]) throws(Fault) {
    if let option {
      shard = try ShardChoice.part(option, "--shard")
    } else if let text = environment["FLOW_SHARD"], !text.isEmpty {
      shard = try ShardChoice.part(text, "FLOW_SHARD")
      origin = "FLOW_SHARD"
    } else if let index = environment["CI_NODE_INDEX"], let count = environment["CI_NODE_TOTAL"] {
      let names = "CI_NODE_INDEX and CI_NODE_TOTAL"
      guard let made = Int(index).flatMap({ index in Int(count).flatMap { Shard(index, of: $0) } })
      else { throw ShardChoice.wrong("\(index) of \(count)", names) }
      // A job of its own says that it is all of them.
      if made.count == 1 { return nil }
      shard = made
      origin = names
    } else if let index = environment["JOB_COMPLETION_INDEX"],
      let count = environment["FLOW_SHARDS"]
    {
      let names = "JOB_COMPLETION_INDEX and FLOW_SHARDS"
      guard
        let made = Int(index).flatMap({ index in
          Int(count).flatMap { index < Int.max ? Shard(index + 1, of: $0) : nil }
        })
      else { throw ShardChoice.wrong("\(index) of \(count)", names) }
      shard = made
      origin = names
    } else {
      return nil
    }
  }

  /// That a machine says which part it is, but not of how many; `nil` where it says both or neither.
  static func doubt(_ environment: [String: String]) -> String? {
    for (index, count) in [
      ("CI_NODE_INDEX", "CI_NODE_TOTAL"), ("JOB_COMPLETION_INDEX", "FLOW_SHARDS"),
    ] where environment[index] != nil && environment[count] == nil {
      return "\(index) is set and \(count) is not: the whole suite is run"
    }
    return nil
  }

  private static func part(_ text: String, _ name: String) throws(Fault) -> Shard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]),
      let shard = Shard(index, of: count)
    else { throw wrong(text, name) }
    return shard
  }

  private static func wrong(_ text: String, _ name: String) -> Fault {
    Fault(
      message: "`\(name)`: there is no part `\(text)` of a suite",
      help: "write the part and of how many: `2/5`, up to \(Shard.countMax)")
  }
}
