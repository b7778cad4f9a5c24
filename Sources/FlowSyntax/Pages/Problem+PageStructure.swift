extension Problem.ID {
  /// The pages on what a program is made of.
  var structurePage: Page? {
    switch self {
    case .duplicateField:
      Page(
        id: self, title: "a field that is given twice",
        meaning: """
          One action, or one profile, has the same field twice. Only one value can be sent, and it
          would be a guess which one is meant. Words are the same here whatever their case, and `_`
          and `-` are the same.
          """,
        example: .check("on identify answer identifier = \"jane\", identifier = \"john\""),
        mending: """
          Leave one of them out. To try one value first and another one later, write two rules, the
          first with `once`.
          """)
    case .duplicateName:
      Page(
        id: self, title: "two things of one name",
        meaning: """
          Profiles, orgs and values of all files of a program share their names, so that it never
          depends on the order of imports which one is meant. Flows of one file and values of one
          flow must differ as well.
          """,
        example: .check("let site = \"a\"\nlet site = \"b\"\non identify answer identifier = site"),
        mending: """
          Rename one of them. A value in a flow may have the name of a value outside: inside, it is
          the flow's own that counts.
          """)
    case .duplicateStatement:
      Page(
        id: self, title: "a statement that can stand once",
        meaning: """
          A flow has one engine, one start, one org that it runs against and one answer to
          everything else: each of `engine`, `start`, `against` and `otherwise` can stand in it
          once.
          """,
        example: .check("start sign-in\nstart register\non identify submit"),
        mending: """
          Leave one of them out. To run the same steps in two ways, write two flows, or one flow
          with rows: `flow "x" for o in acme, other { against o … }`.
          """)
    case .emptyFlow:
      Page(
        id: self, title: "a flow without answers",
        meaning: """
          The flow has no rule, uses no profile and has no `otherwise`, so the first step that the
          server asks for would stop it.
          """,
        example: .check("flow \"sign in\" {\n  start sign-in\n  expect success\n}"),
        mending: """
          Write a rule for each step, as in `on identify prompt identifier`; `use` a profile that
          answers them; or write `otherwise prompt`, which asks you for whatever comes.
          """)
    case .emptyScript:
      Page(
        id: self, title: "a file with nothing in it",
        meaning: """
          The file has no statement at all: it is empty, or everything in it is a comment.
          """,
        example: .check("# on identify submit"),
        mending: """
          Write at least one rule, a `flow`, or a `profile` that other files can import. If the file
          should not be empty, see whether your editor has saved it.
          """)
    case .engineMismatch:
      Page(
        id: self, title: "a flow and an org of different engines",
        meaning: """
          The flow speaks the protocol of one engine, and the org after `against` is simulated for
          another one. They could not understand each other.
          """,
        example: .check("org acme for nextauth { }\nengine idx\nagainst acme\non identify submit"),
        mending: """
          Name an org of the flow's engine after `against`, or give the flow the `engine` of the
          org. An org without `for` belongs to the usual engine, `idx`.
          """)
    case .importCycle:
      Page(
        id: self, title: "files that import each other",
        meaning: """
          Following the imports leads back to a file that is being read already. The message shows
          the whole circle, and the marks show the imports that make it.
          """,
        example: .files([
          Page.File(name: "a.flow", text: "import \"b.flow\"\non identify submit"),
          Page.File(name: "b.flow", text: "import \"a.flow\""),
        ]),
        mending: """
          Take out the import that isn't needed. If both files need something of each other, move
          that into a third file which both import. Importing one file from several others is fine:
          it is read once.
          """)
    case .importMissing:
      Page(
        id: self, title: "an imported file is not there",
        meaning: """
          No file has the path after `import`. A path that doesn't begin with `/` is taken from the
          folder of the file that imports it, wherever the command runs.
          """,
        example: .files([
          Page.File(name: "a.flow", text: "import \"profiles/jame.flow\"\non identify submit")
        ]),
        mending: """
          Check the spelling and count the folders: `../profiles/jane.flow` is one folder up and
          then down into `profiles`. Capitals count on most systems.
          """)
    case .importNotReadable:
      Page(
        id: self, title: "an imported file can't be read",
        meaning: """
          The path after `import` names something that can't be read as a file: a folder, a file
          that you are not allowed to read, or one that is too long. The message has the reason.
          """,
        example: .situation("It comes from `import \"profiles\"`, where `profiles` is a folder."),
        mending: """
          Import a file. There is no way to import all files of a folder: name each, so that a
          reader can see what belongs to a program.
          """)
    case .importOutside:
      Page(
        id: self, title: "an import from outside the project",
        meaning: """
          Imports must lie in the project's folder: the nearest one around the script that is under
          version control, else the one in which the command runs. Otherwise a script from somewhere
          else could read any file of yours and show it in its messages.
          """,
        example: .files([
          Page.File(name: "a.flow", text: "import \"../../other/jane.flow\"\non identify submit")
        ]),
        mending: """
          Copy what you need into the project, or run the command from a folder that has both.
          """)
    case .profileCycle:
      Page(
        id: self, title: "profiles that use each other",
        meaning: """
          A profile may use others, whose answers are tried after its own. Here that leads back to
          where it began, so there is no order in which to try them.
          """,
        example: .check(
          "profile jane { use defaults }\nprofile defaults { use jane }\nuse jane"),
        mending: """
          Take out one of the `use` lines. What both need goes into a third profile that both use.
          """)
    case .tooManyImports:
      Page(
        id: self, title: "too many files",
        meaning: """
          A program may have 256 files. A project has a handful of profiles and orgs; so many files
          are written by a program, or by imports that were not meant.
          """,
        example: .situation("It comes from a file that imports 300 others."),
        mending: """
          Put what belongs together into one file. Flows need not be imported to be run: a suite
          takes any number of files.
          """)
    default: nil
    }
  }
}
