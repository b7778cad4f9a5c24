extension Problem.ID {
  /// The pages on reading files, words and grammar.
  var readingPage: Page? {
    switch self {
    case .fileNotFound:
      Page(
        id: self, title: "the script is not there",
        meaning: """
          No file has the path that was given. A path that doesn't begin with `/` is taken from the
          folder in which the command runs, not from the folder of some other script.
          """,
        example: .situation(
          "It comes from `flow run sign-inn.flow` where the file is `sign-in.flow`."),
        mending: """
          Check the spelling and the folder. `ls` shows what is there; a shell completes the name
          when you press the tab key. Quote a path that has spaces in it.
          """)
    case .fileNotReadable:
      Page(
        id: self, title: "the script can't be read",
        meaning: """
          The path names something, but its text can't be had: it is a folder, or you are not
          allowed to read it. The message has the reason that the system gives.
          """,
        example: .situation("It comes from `flow run Examples`, where `Examples` is a folder."),
        mending: """
          Name a file. `flow check` takes folders as well and looks for the scripts in them; `flow
          run` runs one script. If the file is another user's, ask for the right to read it.
          """)
    case .fileTooLarge:
      Page(
        id: self, title: "the script is too long",
        meaning: """
          A script may have 64 MB. Nobody writes one that long: most likely the path names a log, a
          recording or some other file that a program made.
          """,
        example: .situation("It comes from running a file of 100 MB."),
        mending: """
          Check the path. If a program does write scripts of that size, let it write several files:
          a suite runs many files as easily as one, and `import` lets them share profiles.
          """)
    case .notText:
      Page(
        id: self, title: "this is no text file",
        meaning: """
          The file has bytes that no text has near its beginning, or it is in UTF-16. Programs,
          pictures, archives and some exports of older editors look like that.
          """,
        example: .check("on identify \u{0} submit"),
        mending: """
          Check the path. If the file is a script after all, save it again as UTF-8: most editors
          offer the encoding in their dialog for saving, and it is what they choose by themselves.
          """)
    case .notAScript:
      Page(
        id: self, title: "a file that is named as a script and isn't one",
        meaning: """
          An import, `--use` or `--org` names a file that doesn't read as a script: a list of secrets,
          JSON, a key, or a binary file. A problem usually shows the line that it is at. Here none of
          the file's lines is shown, because a script from somebody else could show a file of yours
          in that way.
          """,
        example: .files([
          Page.File(name: "a.flow", text: "import \"secrets.env\"\non identify submit"),
          Page.File(name: "secrets.env", text: "JANE_PASSWORD=Correct-Horse-1"),
        ]),
        mending: """
          Name a script. A file with mistakes counts as a script if its name ends in `.flow` and its
          first line begins as a statement does, such as `profile jane {`. Secrets are read from
          `--secrets`, and the text of a file with `file "path"`.
          """)
    case .notUTF8:
      Page(
        id: self, title: "some bytes are not UTF-8",
        meaning: """
          Scripts are UTF-8. The bytes that are pointed at form no character of it, which is what
          letters outside ASCII look like in a file that was saved in another encoding. At most
          three such places are shown, since the whole file is usually alike.
          """,
        example: .situation(
          "It comes from a text such as `\"café\"` in a file that was saved as Latin-1."),
        mending: """
          Save the file again as UTF-8. On a command line, `iconv -f latin1 -t utf-8 old > new`
          converts a file whose encoding you know.
          """)
    case .badEscape:
      Page(
        id: self, title: "a backslash that means nothing",
        meaning: """
          In a text in quotes a backslash begins an escape: `\\"` a quote, `\\\\` a backslash, `\\n`
          a new line, `\\t` a tab, `\\u{e9}` a character by its hexadecimal number, and `\\(name)`
          the value of a name. No other character can follow it, and within `\\( )` stands one name
          and nothing else.
          """,
        example: .check(#"on identify say "C:\data" then submit"#),
        mending: #"""
          Write `\\` where a backslash is meant. To put something longer than a name into a text,
          name it first: `let site = "https://\(host)/"`, then `"\(site)login"`. The path of an
          import takes no names, for it is read before anything has a value.
          """#)
    case .malformedNumber:
      Page(
        id: self, title: "a number that can't be read",
        meaning: """
          Numbers are digits with at most one point and a sign before them. A duration is a number
          and one of `ms`, `s`, `m`, `h` and `d`, with no space between. Some places ask for more: `up
          to` takes a whole number of at least 1, `random digits` one from 1 to 64.
          """,
        example: .check("on challenge okta-verify poll every 2sec"),
        mending: """
          Write `2s` for two seconds, `1.5h` for ninety minutes, `500ms` for half a second. Digits
          that are meant as they stand, such as a PIN that begins with zeros or a number of more than
          fifteen digits, belong in quotes: `"004711"`, `"123abc"`.
          """)
    case .unknownCharacter:
      Page(
        id: self, title: "a mark that the language doesn't have",
        meaning: """
          Besides words, texts and numbers the language has these marks: `= , ; ? ( ) { } < <= > >=
          #`. Everything else, such as `==` or `&&`, belongs to other languages; here words stand
          for it.
          """,
        example: .check("on challenge when attempt == 2 answer code = \"1\""),
        mending: """
          Write `is` for `==`, `is not` for `!=`, `and`, `or` and `not` for `&&`, `||` and `!`. A
          comment begins with `#`. Text with marks in it, such as a mail address or a path, stands
          between double quotes.
          """)
    case .unterminatedText:
      Page(
        id: self, title: "a text that is never closed",
        meaning: """
          A text that begins with a quote must end with one on the same line. A text over several
          lines begins and ends with three quotes.
          """,
        example: .check("on challenge phone prompt code \"The code we sent"),
        mending: """
          Close the text. If the text itself has a quote in it, write `\\"` for it. For several
          lines, write `\"""` at the end of a line, then the lines, then `\"""` on a line of its
          own.
          """)
    default: grammarPage
    }
  }

  private var grammarPage: Page? {
    switch self {
    case .misplaced:
      Page(
        id: self, title: "a statement that can't stand here",
        meaning: """
          Some statements belong to a flow alone (`engine`, `start`, `against`, `expect`,
          `otherwise`), some to a profile alone (a field with its value, a `choose` that stands for
          itself). A profile says who somebody is and what they prefer; a flow says what happens.
          """,
        example: .check("identifier = \"jane@example.com\"\non identify prompt identifier"),
        mending: """
          Move the statement into a `profile` or a `flow` block. To name a value in a flow, write
          `let identifier = …`. To prefer an option in a flow, say at which step: `on
          select-authenticator choose email`.
          """)
    case .nestedTooDeep:
      Page(
        id: self, title: "too many parentheses or blocks in each other",
        meaning: """
          Parentheses, `not`, `totp` and blocks may be nested 64 deep. People write three or four;
          deeper nesting is made by programs, or by a parenthesis key that got stuck.
          """,
        example: .check(
          "on identify when " + String(repeating: "(", count: 70) + "message"
            + String(repeating: ")", count: 70) + " submit"),
        mending: """
          Take the condition apart: several rules, one after another, are an `or`, and a rule that
          comes first with an action of its own is a `not`.
          """)
    case .tooManyProblems:
      Page(
        id: self, title: "more problems than are shown",
        meaning: """
          Of one file a hundred problems are shown, and of a check a hundred errors and a hundred
          warnings. More are never read, and most of them usually have one cause.
          """,
        example: .situation("It comes from a file in which every line is wrong."),
        mending: """
          Mend the first ones and check again. If everything is wrong, the file may be no script, or
          the flow may be written for another engine than the one that its `engine` line names.
          """)
    case .unclosedBrace:
      Page(
        id: self, title: "a block that is never closed",
        meaning: """
          The `{` that is pointed at opens a block, and no `}` closes it before the file ends or
          another declaration begins. What follows is read as if the block had ended there.
          """,
        example: .check(
          "flow \"sign in\" {\n  on identify submit\n\nflow \"other\" {\n  on skip skip\n}"),
        mending: """
          Write `}` where the block ends. If every block seems to be closed, look for a `}` that has
          ended up in a comment or in a text.
          """)
    case .unexpected:
      Page(
        id: self, title: "something else was expected here",
        meaning: """
          At this place the grammar allows what the message lists, and something else stands there.
          Each statement takes a line of its own and ends with it, unless the line ends with a comma
          or the next one begins with `or`, `and`, `then`, `when`, `with` or `via`.
          """,
        example: .check("on challenge email when answer code = inbox email"),
        mending: """
          Look at what is listed: mostly a word is missing or misspelt just before the caret. Two
          statements on one line are separated by `;`. `Grammar.md` has every form with an example.
          """)
    case .unopenedBrace:
      Page(
        id: self, title: "a brace that closes nothing",
        meaning: """
          A `}` stands where no block is open. Either there is one too many, or the line that should
          have opened the block has no `{`.
          """,
        example: .check("on identify submit\n}"),
        mending: """
          Take it out, or write the `{` that it should close. The brace of a block stands at the end
          of its header (`flow "x" {`) or alone on the next line.
          """)
    default: nil
    }
  }
}
