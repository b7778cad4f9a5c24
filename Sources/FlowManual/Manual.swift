/// The manual that is part of the program: a page for each topic, and one for each kind of problem.
package enum Manual {
  /// The pages about topics, in the order of the table of contents.
  package static let topics: [ManualTopic] = order.compactMap { name in
    text(topicFolder + name + suffix).flatMap { ManualTopic(name, markdown: $0) }
  }

  /// The names of all kinds of problems that have a page, in order.
  package static var problems: [String] { names(in: problemFolder) }

  /// The names of the files in the topics' folder, which a test compares with `topics`.
  package static var topicFiles: [String] { names(in: topicFolder) }

  /// The page about a topic.
  ///
  /// - Parameter name: The name of the topic.
  /// - Returns: The page; `nil` if no topic has the name.
  package static func topic(_ name: String) -> ManualTopic? { topics.first { $0.name == name } }

  /// Returns the page about a kind of problem.
  ///
  /// - Parameter id: The name of the kind.
  /// - Returns: The page; `nil` if no page has the name.
  package static func page(_ id: String) -> ProblemPage? {
    text(problemFolder + id + suffix).flatMap { ProblemPage(id, markdown: $0) }
  }

  /// The names of the topics, starting with the topics that a new user needs first.
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
