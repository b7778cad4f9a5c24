/// The pages of the manual that are part of the program: a page for each topic, and a page for each
/// kind of problem.
package enum Manual {
  /// The pages on topics, in the order of the table of contents.
  package static let topics: [ManualTopic] = order.compactMap { name in
    text(topicFolder + name + suffix).flatMap { ManualTopic(name, markdown: $0) }
  }

  /// The names of all problems that have a page, in order.
  package static var problems: [String] { names(in: problemFolder) }

  /// The names of the topics in their folder; a test compares them with `topics`.
  package static var topicFiles: [String] { names(in: topicFolder) }

  /// The page on a topic.
  ///
  /// - Parameter name: The name of the topic.
  /// - Returns: The page; `nil` if there is no topic of that name.
  package static func topic(_ name: String) -> ManualTopic? { topics.first { $0.name == name } }

  /// Returns the page for a kind of problem.
  ///
  /// - Parameter id: The name of the kind.
  /// - Returns: The page; `nil` if none has that name.
  package static func page(_ id: String) -> ProblemPage? {
    text(problemFolder + id + suffix).flatMap { ProblemPage(id, markdown: $0) }
  }

  /// The names of the topics: what a new user needs first comes first.
  private static let order = [
    "installing", "running", "values", "waiting", "profiles", "issuers", "orgs", "policies",
    "testing", "reports", "live", "shards", "exploring", "importing", "serving", "recording",
    "editors", "nextauth", "mobile-idp", "state-machines", "app", "exit-codes", "file-formats",
    "use-cases", "troubleshooting",
  ]
  private static let topicFolder = "Manual/"
  private static let problemFolder = "Problems/"
  private static let suffix = ".md"

  private static func text(_ path: String) -> String? {
    Resources.files.first { $0.path == path }?.text
  }

  private static func names(in folder: String) -> [String] {
    Resources.files.map(\.path).filter { $0.hasPrefix(folder) }
      .map { String($0.dropFirst(folder.count).dropLast(suffix.count)) }
  }
}
