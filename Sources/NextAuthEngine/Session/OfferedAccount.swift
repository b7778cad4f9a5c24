import FlowEngine

/// An account that can be taken, as a script may call it.
struct OfferedAccount: Sendable {
  var account: Account
  /// Whether no other that is offered has its display name.
  var isUnique: Bool

  /// What is answered for it: what a user knows it by, where that tells it from others.
  var word: String { isUnique ? account.displayName : account.id }

  /// Its words: the display name and the id.
  var naming: Naming { Naming(account.displayName, aliases: [account.id]) }

  /// What tells it from another of the same name.
  var details: [String] { isUnique ? [] : [account.id] }

  /// Whether a value means it.
  func answers(to text: String) -> Bool { word == text || account.id == text }

  /// The accounts that can be taken, and what each is called.
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
