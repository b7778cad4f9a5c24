package import FlowTerminal
import FlowText

/// The chosen shard of the suite, and where the choice comes from.
package struct ShardChoice: Sendable, Hashable {
  var shard: Shard
  /// The environment variables that choose the shard; `nil` if the option `--shard` does.
  var origin: String?

  package typealias Fault = UsageFault

  /// Reads the choice from the option, or else from the variables of a CI system or a cluster.
  ///
  /// The result is `nil` if neither chooses a shard.
  ///
  /// - Parameters:
  ///   - option: The value of the option, such as `2/5`.
  ///   - environment: The environment variables.
  /// - Throws: `Fault` if the values are invalid. If a job ran the wrong shard, another shard would
  ///   be left out.
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
      // With only one job, that job runs the whole suite.
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

  /// Returns a note if the environment has the number of the shard, but not the number of shards;
  /// otherwise `nil`.
  static func doubt(_ environment: [String: String]) -> String? {
    for (index, count) in [
      ("CI_NODE_INDEX", "CI_NODE_TOTAL"), ("JOB_COMPLETION_INDEX", "FLOW_SHARDS"),
    ] where environment[index] != nil && environment[count] == nil {
      return "\(index) is set but \(count) isn't: the whole suite runs"
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
      message: "`\(name)`: there is no shard `\(text)` of a suite",
      help: "write the shard and the number of shards: `2/5`, up to \(Shard.countMax)")
  }
}
