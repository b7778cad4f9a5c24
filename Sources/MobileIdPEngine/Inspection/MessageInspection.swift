public import FlowEngine

/// A text that may be a message, with all of its mistakes, for a developer who debugs an app.
///
/// A reader stops at the first mistake. This type continues after each one, and records the
/// locations. It finds a mistake under a profile exactly if `AppMessage` refuses the text under it.
public struct MessageInspection: Sendable, Hashable {
  /// A parameter as it is written.
  public struct Parameter: Sendable, Hashable {
    /// Its name as it is written; `Secret.mask` if the pair isn't `NAME=value`, because all of it
    /// may be a value.
    public var name: String
    /// The parameter of this name under either profile; `nil` if no message has it.
    public var known: MessageParameter?
    /// Its value without escapes; `nil` if it can't be read.
    public var value: Secret?
    /// Its location, in bytes of the text.
    public var range: Range<Int>
    /// The location of its value.
    public var valueRange: Range<Int>
  }

  /// A mistake, or something that is probably not intended.
  public struct Finding: Sendable, Hashable {
    /// The kind of the fault; `nil` if the text is still read.
    public var kind: MessageFault.Kind?
    /// The parameter of the finding; `nil` if it is about the whole.
    public var parameter: MessageParameter?
    /// One sentence in lower case, without secrets.
    public var message: String
    /// The correction.
    public var help: String?
    /// The source of the rule: a decision, row or section of the flow's description.
    public var rule: String
    /// Its location, in bytes of the text.
    public var range: Range<Int>
    /// The profiles that refuse the text because of it; empty if the text is still read.
    public var profiles: Set<MessageProfile>
    /// A word that may be a misspelling of one of `candidates`.
    public var word: String?
    /// The correct words.
    public var candidates: [String]

    init(
      _ kind: MessageFault.Kind?, _ message: String, rule: String, at range: Range<Int>,
      help: String? = nil, word: String? = nil, candidates: [String] = []
    ) {
      self.kind = kind
      self.message = message
      self.rule = rule
      self.range = range
      self.help = help
      self.word = word
      self.candidates = candidates
      profiles = kind == nil ? [] : Set(MessageProfile.allCases)
    }
  }

  /// The text.
  public let bytes: [UInt8]
  /// Whether it is a bundle's lines.
  public let isBundle: Bool
  /// The receiver of a URL.
  public let scheme: URLScheme?
  /// Its command: the written one, or else the command that its parameters imply.
  public let command: MessageCommand?
  /// The parameters, in their order.
  public let parameters: [Parameter]
  /// All findings, in the order of their locations.
  public private(set) var findings: [Finding]

  /// Inspects a URL.
  ///
  /// - Parameter bytes: The text, which need not be UTF-8.
  public init(url bytes: [UInt8]) { self.init(MessageText(url: bytes)) }

  /// Inspects a bundle: lines `name=value`, after an optional line with only the command.
  ///
  /// - Parameter bytes: The lines, which need not be UTF-8.
  public init(bundle bytes: [UInt8]) { self.init(MessageText(bundle: bytes)) }

  /// Inspects a URL.
  public init(_ url: MessageURL) { self.init(url: Array(url.reveal().utf8)) }

  private init(_ text: MessageText) {
    bytes = text.bytes
    isBundle = text.isBundle
    scheme = text.scheme
    command = text.command
    parameters = text.parts.map { part in
      let hasName = part.hasName
      return Parameter(
        name: hasName ? part.name ?? part.rawName : Secret.mask,
        known: MessageParameter(name: part.name ?? part.rawName, .ios),
        value: hasName ? part.value.map(Secret.init) : Secret(text.text(part.range)),
        range: part.range, valueRange: hasName ? part.valueRange : part.range)
    }
    findings = text.findings
    guard let command = text.command, bytes.count <= MessageLimits.urlBytes else { return }
    for profile in MessageProfile.allCases {
      var reading = RepairedReading(text, command, profile)
      for finding in reading.all() { add(finding) }
    }
    findings += ParameterNotes.all(text, command)
    findings.sort { ($0.range.lowerBound, $0.message) < ($1.range.lowerBound, $1.message) }
  }

  private mutating func add(_ finding: Finding) {
    let known = findings.firstIndex {
      $0.kind == finding.kind && $0.parameter == finding.parameter && $0.range == finding.range
        && $0.message == finding.message
    }
    if let known {
      findings[known].profiles.formUnion(finding.profiles)
    } else {
      findings.append(finding)
    }
  }

  /// The findings for which a profile refuses the text.
  public func faults(_ profile: MessageProfile) -> [Finding] {
    findings.filter { $0.profiles.contains(profile) }
  }

  /// Whether the text is a message under a profile.
  public func isMessage(_ profile: MessageProfile) -> Bool { faults(profile).isEmpty }

  /// The last parameter with a name.
  public func parameter(_ known: MessageParameter) -> Parameter? {
    parameters.last { $0.known == known }
  }
}
