/// German translations of the texts on pages.
///
/// Texts that aren't listed stay in English.
enum GermanLabels {
  static let texts = [
    "Answer": "Antwort",
    "Authentication failed": "Authentifizierung fehlgeschlagen",
    "Choose a security question": "Sicherheitsfrage auswählen",
    "Create a security question": "Eigene Sicherheitsfrage erstellen",
    "Each code can only be used once. Please wait for a new code and try again.":
      "Jeder Code kann nur einmal verwendet werden. Warten Sie auf einen neuen Code.",
    "Email": "E-Mail",
    "Enter code": "Code eingeben",
    "First name": "Vorname",
    "Google Authenticator": "Google Authenticator",
    "Invalid code. Try again.": "Ungültiger Code. Versuchen Sie es erneut.",
    "Last name": "Nachname",
    "New password": "Neues Passwort",
    "Password": "Passwort",
    "Password is incorrect": "Das Passwort ist falsch",
    "Phone": "Telefon",
    "Phone number": "Telefonnummer",
    "Remember this device": "Dieses Gerät merken",
    "SMS": "SMS",
    "Security Key or Biometric": "Sicherheitsschlüssel oder Biometrie",
    "Security Question": "Sicherheitsfrage",
    "The session has expired.": "Die Sitzung ist abgelaufen.",
    "User is not assigned to this application":
      "Der Benutzer ist dieser Anwendung nicht zugewiesen",
    "Username": "Benutzername",
    "Voice call": "Sprachanruf",
  ]
}
