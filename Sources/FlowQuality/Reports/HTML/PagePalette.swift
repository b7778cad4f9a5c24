/// The colours of all pages that are written here, light or dark as the system is.
package enum PagePalette {
  /// The rule of a style sheet that names them.
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
    """
}
