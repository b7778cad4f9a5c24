/// What `flow explain` says of a problem: what it means, an example, how to mend it.
public struct Page: Sendable, Hashable {
  /// The problem.
  public var id: Problem.ID
  /// A few words.
  public var title: String
  /// What the problem means.
  public var meaning: String
  /// What produces it.
  public var example: Example
  /// How to mend it.
  public var mending: String

  /// What produces a problem; a test holds each kind to that.
  public enum Example: Sendable, Hashable {
    /// A script in which reading or checking finds it.
    case check(String)
    /// Files of which loading the first finds it.
    case files([File])
    /// A script in whose org the settings' own schema finds it.
    case settings(String)
    /// A script that runs into it on the built-in demo org, with nobody to ask.
    case run(String)
    /// Circumstances that no script makes, in a sentence.
    case situation(String)
  }

  /// A file of an example.
  public struct File: Sendable, Hashable {
    /// The path.
    public var name: String
    /// What is in it.
    public var text: String
  }

  /// The page as it is printed.
  public var text: String {
    var lines = ["\(id.rawValue): \(title)", "", meaning, ""]
    switch example {
    case .check(let script), .settings(let script), .run(let script):
      lines += Page.indented(script)
    case .files(let files):
      for (index, file) in files.enumerated() {
        if index > 0 { lines.append("") }
        lines += ["\(file.name):"] + Page.indented(file.text)
      }
    case .situation(let sentence): lines.append(sentence)
    }
    return (lines + ["", mending, ""]).joined(separator: "\n")
  }

  private static func indented(_ script: String) -> [String] {
    script.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }
  }
}

extension Problem.ID {
  /// What `flow explain` says of it.
  public var page: Page {
    readingPage ?? structurePage ?? namePage ?? usePage ?? valuePage ?? answerPage ?? outsidePage
      ?? runPage ?? tokenPage ?? knownPage ?? comparePage ?? auditPage
      ?? Page(
        id: self, title: rawValue, meaning: "", example: .situation(""), mending: "")
  }
}
