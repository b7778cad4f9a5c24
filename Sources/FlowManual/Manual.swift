/// The pages of the manual that are part of the program: one page for each kind of problem.
package enum Manual {
  /// The names of all problems that have a page, in order.
  package static var problems: [String] { Resources.files.map { id($0.path) } }

  /// Returns the page for a kind of problem.
  ///
  /// - Parameter id: The name of the kind.
  /// - Returns: The page; `nil` if none has that name.
  package static func page(_ id: String) -> ProblemPage? {
    Resources.files.first { self.id($0.path) == id }
      .flatMap { ProblemPage(id, markdown: $0.text) }
  }

  /// The name of a kind of problem, from the path of its page: `Problems/bad-date.md`.
  private static func id(_ path: String) -> String {
    String(path.dropFirst("Problems/".count).dropLast(".md".count))
  }
}
