/// The named character references of HTML that encoders write: for ASCII, for Latin-1, and for
/// invisible characters.
enum EntityNames {
  /// Reads `&name;`.
  ///
  /// Returns `nil` if the name isn't in the table.
  static func escape(_ text: ArraySlice<UInt8>) -> Escape? {
    var key: UInt64 = 0
    var index = text.startIndex + 1
    let end = min(text.endIndex, index + lengthMax + 1)
    while index < end {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: ";") {
        return scalars[key].flatMap { Escape(length: index - text.startIndex, scalar: $0) }
      }
      key = key << 8 | UInt64(byte)
    }
    return nil
  }

  /// The maximum number of letters that fit into a key.
  private static let lengthMax = 8

  private static let ascii: [(String, UInt32)] = [
    ("Tab", 0x09), ("NewLine", 0x0A), ("excl", 0x21), ("quot", 0x22), ("QUOT", 0x22), ("num", 0x23),
    ("dollar", 0x24), ("percnt", 0x25), ("amp", 0x26), ("AMP", 0x26), ("apos", 0x27),
    ("lpar", 0x28), ("rpar", 0x29), ("ast", 0x2A), ("midast", 0x2A), ("plus", 0x2B),
    ("comma", 0x2C), ("hyphen", 0x2D), ("dash", 0x2D), ("period", 0x2E), ("sol", 0x2F),
    ("colon", 0x3A), ("semi", 0x3B), ("lt", 0x3C), ("LT", 0x3C), ("equals", 0x3D), ("gt", 0x3E),
    ("GT", 0x3E), ("quest", 0x3F), ("commat", 0x40), ("lsqb", 0x5B), ("lbrack", 0x5B),
    ("bsol", 0x5C), ("rsqb", 0x5D), ("rbrack", 0x5D), ("Hat", 0x5E), ("lowbar", 0x5F),
    ("UnderBar", 0x5F), ("grave", 0x60), ("lcub", 0x7B), ("lbrace", 0x7B), ("verbar", 0x7C),
    ("vert", 0x7C), ("rcub", 0x7D), ("rbrace", 0x7D), ("euro", 0x20AC),
    ("zwj", 0x200D), ("zwnj", 0x200C), ("lrm", 0x200E), ("rlm", 0x200F),
  ]

  /// The names for U+00A0 and the following characters, in order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
    sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute \
    Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH \
    Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
    agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc \
    iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
    thorn yuml
    """

  /// The character of each name.
  ///
  /// The key has the letters of the name as the bytes of a number.
  private static let scalars: [UInt64: UInt32] = {
    var scalars: [UInt64: UInt32] = [:]
    let key = { (name: Substring) in name.utf8.reduce(0) { $0 << 8 | UInt64($1) } }
    for (name, scalar) in ascii {
      scalars[key(name[...])] = scalar
    }
    for (index, name) in latin.split(separator: " ").enumerated() {
      scalars[key(name)] = 0xA0 + UInt32(index)
    }
    return scalars
  }()
}
