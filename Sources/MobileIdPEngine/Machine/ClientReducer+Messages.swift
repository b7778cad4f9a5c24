// The messages of other apps to the client.
extension ClientReducer {
  mutating func receive(_ url: MessageURL) {
    let envelope: Envelope
    do throws(MessageFault) {
      envelope = try Envelope(url, configuration.profile)
    } catch {
      return stay(.p30, .unreadable(error))
    }
    guard envelope.scheme == configuration.callback.scheme else {
      return stay(.p30, .dropped(envelope.command))
    }
    switch envelope.command {
    case .authRequest: stay(.p30, .dropped(.authRequest))
    case .authResponse, .error:
      guard state.place == .awaitingProvider, let pending = state.pending else {
        return stay(.p23, .noPendingRequest)
      }
      if envelope.command == .error {
        hearError(envelope, pending)
      } else {
        hearResponse(envelope, pending)
      }
    case .idpInit: hearStart(envelope)
    case .idpAuthCodeInit: hearCode(envelope)
    }
  }

  // MARK: Answers (P14–P18)

  private mutating func hearResponse(_ envelope: Envelope, _ pending: ClientState.Pending) {
    guard envelope.state == pending.state else { return end(.p15, .failed(.stateMismatch)) }
    do throws(MessageFault) {
      let response = try AuthResponse(envelope)
      let host = response.loginHost ?? pending.host ?? configuration.defaultHost
      // If the request didn't name a host, the client must know the host that the provider used
      // (D12).
      guard host == pending.host ?? host, configuration.hosts.contains(host) else {
        return end(.p16, .failed(.loginHostMismatch))
      }
      state.pending?.state = nil
      move(.p14, to: .exchanging)
      redeem(response.code, pending.verifier.text, at: host)
    } catch {
      effects.append(.note(.unreadable(error)))
      end(.p16, .failed(.malformedResponse))
    }
  }

  private mutating func hearError(_ envelope: Envelope, _ pending: ClientState.Pending) {
    guard envelope.state == pending.state else { return stay(.p18, .stateDiffers) }
    do throws(MessageFault) {
      end(.p17, .failed(.identityProvider(try ErrorMessage(envelope))))
    } catch {
      effects.append(.note(.unreadable(error)))
      end(.p17, .failed(.malformedResponse))
    }
  }

  // MARK: The provider begins (P19, P24–P26)

  private mutating func hearStart(_ envelope: Envelope) {
    let message: IdPInit
    do throws(MessageFault) {
      message = try IdPInit(envelope)
    } catch {
      if error.parameter == .userHint { decisions.append(.startMalformed) }
      return stay(.p30, .unreadable(error))
    }
    if let host = message.loginHost, !configuration.hosts.contains(host) {
      // The client sends a code and its verifier to this host, so the host must be on its list.
      return stay(.p30, .unknownHost(host))
    }
    switch state.place {
    case .awaitingProvider where !configuration.replacesPending:
      return stay(.p19, .dropped(.idpInit))
    case .awaitingProvider:
      forget()
      move(.p19, to: .idle)
    case .idle: break
    case .signedIn where message.userHint != nil: break
    default: return stay(.p30, .dropped(.idpInit))
    }
    begin(message)
  }

  private mutating func begin(_ message: IdPInit) {
    state.startURL = allowed(message.startURL)
    let host = message.loginHost
    let decision = Decision.start(
      hasHint: message.userHint != nil,
      isKnown: message.userHint.flatMap(state.account) != nil,
      isOpenable: environment.isProviderOpenable)
    decisions.append(decision)
    state.outcome = nil
    state.fallback = nil
    switch decision {
    case .startKnown:
      if let user = message.userHint { settle(.p24, user) }
    case .startUnknown: ask(.p25, host: host, hint: message.userHint)
    case .startNoProvider:
      let isConfigured = configuration.providerScheme != nil
      logInHere(
        isConfigured ? .p8 : .p7, host ?? configuration.defaultHost,
        isConfigured ? .notFound : .notConfigured)
    default:
      move(.p26, to: .chooseLogin)
      show(.chooseLogin(hosts: configuration.hosts))
    }
  }

  /// Switches to the tokens of a user who is already signed in, and ends the login.
  private mutating func settle(_ row: ClientTransition.ID, _ user: UserHint) {
    let user = state.account(user)?.user ?? user
    effects.append(.switchUser(user))
    end(row, .signedIn(.switched, user))
  }

  /// The start URL if the client may open it: `https`, or the app's own scheme (section 12).
  ///
  /// The result is `nil` for any other URL, and the log gets a note.
  private mutating func allowed(_ url: CallbackURI?) -> CallbackURI? {
    guard let url else { return nil }
    if url.scheme.text == "https" || url.scheme == configuration.callback.scheme { return url }
    effects.append(.note(.startURLRefused))
    return nil
  }

  // MARK: The provider begins with a code (P27–P29)

  private mutating func hearCode(_ envelope: Envelope) {
    let message: IdPAuthCodeInit
    do throws(MessageFault) {
      message = try IdPAuthCodeInit(envelope)
    } catch {
      return stay(.p30, .unreadable(error))
    }
    guard state.place == .idle else { return stay(.p30, .dropped(.idpAuthCodeInit)) }
    if state.account(message.userHint) != nil { return settle(.p27, message.userHint) }
    guard configuration.keychainGroups?.contains(message.verifier.group) ?? true,
      let bytes = environment.keychain[message.verifier],
      let verifier = CodeVerifier(randomBytes: bytes)
    else { return end(.p29, .failed(.keychainMissing)) }
    state.pending = .init(
      verifier: verifier, state: nil, host: configuration.defaultHost, user: message.userHint,
      via: .identityProvider)
    move(.p28, to: .exchanging)
    redeem(message.code, verifier.text, at: configuration.defaultHost)
  }
}
