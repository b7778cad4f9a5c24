/// A part of an import, which makes the lines for one subject.
protocol ImportPart {
  /// The whole import.
  var whole: OktaImport { get }
}

extension ImportPart {
  var catalog: ExportCatalog { whole.catalog }
  var ledger: ImportLedger { whole.ledger }

  var names: ImportNames {
    _read { yield whole.names }
    nonmutating _modify { yield &whole.names }
  }

  var offered: OfferedMethods {
    _read { yield whole.offered }
    nonmutating _modify { yield &whole.offered }
  }
}

extension ImportPart {
  var accountImport: AccountImport { AccountImport(whole: whole) }
  var providerImport: ProviderImport { ProviderImport(whole: whole) }
  var appImport: AppImport { AppImport(whole: whole) }
  var authenticatorImport: AuthenticatorImport { AuthenticatorImport(whole: whole) }
  var deviceAssuranceImport: DeviceAssuranceImport { DeviceAssuranceImport(whole: whole) }
  var enrollmentImport: EnrollmentImport { EnrollmentImport(whole: whole) }
  var passwordImport: PasswordImport { PasswordImport(whole: whole) }
  var recoveryImport: RecoveryImport { RecoveryImport(whole: whole) }
  var routingImport: RoutingImport { RoutingImport(whole: whole) }
  var registrationImport: RegistrationImport { RegistrationImport(whole: whole) }
  var signOnImport: SignOnImport { SignOnImport(whole: whole) }
  var userImport: UserImport { UserImport(whole: whole) }
  var zoneImport: ZoneImport { ZoneImport(whole: whole) }
}

// The import conforms too, so that it calls its parts as they call each other.
extension OktaImport: ImportPart {
  var whole: OktaImport { self }
}
