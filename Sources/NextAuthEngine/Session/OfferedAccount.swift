import FlowEngine

/// An account that the user can select, with the names by which scripts select it.
struct OfferedAccount: Sendable {
  var account: Account
  /// Whether no other offered account has the same display name.
  var isUnique: Bool

  /// The answer that selects the account: its display name if it is unique, or else its id.
  var word: String { isUnique ? account.displayName : account.id }

  /// The account's names: the display name and the id.
  var naming: Naming { Naming(account.displayName, aliases: [account.id]) }

  /// The details that distinguish accounts with the same name.
  var details: [String] { isUnique ? [] : [account.id] }

  /// Whether a script's answer selects the account.
  func answers(to text: String) -> Bool { word == text || account.id == text }

  /// The accounts that the user can select in a session.
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
