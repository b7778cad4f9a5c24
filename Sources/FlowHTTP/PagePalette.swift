/// The colors and base style of all generated pages, which follow the system's light or dark mode.
package enum PagePalette {
  /// The rules of the style sheet.
  package static let text = """
    :root {
      color-scheme: light dark;
      --ground: light-dark(#f6f7f9, #14161a);
      --card: light-dark(#ffffff, #1e2127);
      --line: light-dark(#d9dde3, #343942);
      --text: light-dark(#1a1d21, #e9ebee);
      --soft: light-dark(#5b6470, #a3abb7);
      --accent: light-dark(#1d4fc4, #8fb2ff);
      --good: light-dark(#14693a, #6fd49a);
      --bad: light-dark(#a8201a, #ff9a92);
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 1rem; max-width: 78rem;
      background: var(--ground); color: var(--text);
      font: 16px/1.45 system-ui, sans-serif; overflow-wrap: anywhere;
    }
    """
}
