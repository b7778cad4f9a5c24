/// The pages of the manual that are part of the program: a page for each kind of problem.
package enum Manual {
  /// The names of all problems that have a page, in order.
  package static var problems: [String] { sources.map(\.id) }

  /// The page on a kind of problem.
  ///
  /// - Parameter id: The name of the kind.
  /// - Returns: The page; `nil` if there is none of that name.
  package static func page(_ id: String) -> ProblemPage? {
    sources.first { $0.id == id }.flatMap { ProblemPage($0.id, markdown: $0.text) }
  }
}
