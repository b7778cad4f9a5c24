/// A security question that the Identity Engine offers.
struct SecurityQuestion: Sendable, Hashable {
  /// The `questionKey` on the wire.
  var key: String
  /// The text of the question.
  var text: String

  /// The key of a question that the user writes.
  static let custom = "custom"

  static let all: [SecurityQuestion] = [
    .init(key: "disliked_food", text: "What is the food you least liked as a child?"),
    .init(
      key: "name_of_first_plush_toy", text: "What is the name of your first stuffed animal?"),
    .init(key: "first_award", text: "What did you earn your first medal or award for?"),
    .init(key: "favorite_security_question", text: "What is your favorite security question?"),
    .init(
      key: "favorite_toy",
      text: "What is the toy/stuffed animal you liked the most as a kid?"),
    .init(key: "first_computer_game", text: "What was the first computer game you played?"),
    .init(key: "favorite_movie_quote", text: "What is your favorite movie quote?"),
    .init(
      key: "first_sports_team_mascot",
      text: "What was the mascot of the first sports team you played on?"),
    .init(
      key: "first_music_purchase", text: "What music album or song did you first purchase?"),
    .init(key: "favorite_art_piece", text: "What is your favorite piece of art?"),
    .init(
      key: "grandmother_favorite_desert",
      text: "What was your grandmother's favorite dessert?"),
    .init(key: "first_thing_cooked", text: "What was the first thing you learned to cook?"),
    .init(key: "childhood_dream_job", text: "What was your dream job as a child?"),
    .init(
      key: "place_where_significant_other_was_met",
      text: "Where did you meet your spouse/significant other?"),
    .init(
      key: "favorite_vacation_location",
      text: "Where did you go for your favorite vacation?"),
    .init(
      key: "new_years_two_thousand",
      text: "Where were you on New Year's Eve in the year 2000?"),
    .init(key: "favorite_speaker_actor", text: "Who is your favorite speaker/orator?"),
    .init(
      key: "favorite_book_movie_character",
      text: "Who is your favorite book/movie character?"),
    .init(key: "favorite_sports_player", text: "Who is your favorite sports player?"),
  ]

  /// Returns the question with a key; `nil` if the engine doesn't offer it.
  static func named(_ key: String) -> SecurityQuestion? {
    all.first { $0.key == key }
  }
}
