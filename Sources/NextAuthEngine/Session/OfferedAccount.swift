import FlowEngine

/// An account that can be selected, with its names in scripts.
struct OfferedAccount: Sendable {
  var account: Account
  /// Whether no other offered account has its display name.
  var isUnique: Bool

  /// The answer that selects it: its display name if it is unique, or else its id.
  var word: String { isUnique ? account.displayName : account.id }

  /// Its words: the display name and the id.
  var naming: Naming { Naming(account.displayName, aliases: [account.id]) }

  /// The details that distinguish it from another account with the same name.
  var details: [String] { isUnique ? [] : [account.id] }

  /// Whether a value selects it.
  func answers(to text: String) -> Bool { word == text || account.id == text }

  /// The accounts that can be selected, with their names.
  static func all(of record: SessionRecord) -> [OfferedAccount] {
    let accounts =
      record.candidates.isEmpty ? record.account.map { [$0] } ?? [] : record.candidates
    return accounts.map { account in
      OfferedAccount(
        account: account,
        isUnique: accounts.count { $0.displayName == account.displayName } == 1)
    }
  }
}
