#!/usr/bin/env python3
"""Verifies flow's output, with libraries that share no code with it.

`verify.py WHAT` reads one JSON object from the standard input and writes one: {"ok": true, ...} or
{"ok": false, "error": ...}. It ends with status 77 if the library for it isn't installed.

  id-token   token, keys, issuer, audience, nonce, now          (joserfc, else PyJWT)
  passkey    relyingParty, origin, challenges and answers       (webauthn)
  mail       to, subject, text, html, charset, coding, attached (the standard library)
  aes-gcm    key, nonce, data, sealed                           (cryptography)
"""
import json
import sys

MISSING = 77


def id_token(given):
    try:
        claims = with_joserfc(given)
    except ImportError:
        claims = with_pyjwt(given)
    audience = claims["aud"]
    assert claims["iss"] == given["issuer"], "iss"
    assert given["audience"] in (audience if isinstance(audience, list) else [audience]), "aud"
    assert claims["nonce"] == given["nonce"], "nonce"
    assert claims["iat"] <= given["now"] < claims["exp"], "time"
    return {"sub": claims["sub"]}


def with_joserfc(given):
    from joserfc import jwt
    from joserfc.jwk import KeySet

    keys = KeySet.import_key_set(given["keys"])
    return jwt.decode(given["token"], keys, algorithms=["RS256"]).claims


def with_pyjwt(given):
    import jwt

    header = jwt.get_unverified_header(given["token"])
    keys = jwt.PyJWKSet.from_dict(given["keys"]).keys
    key = next(key for key in keys if key.key_id == header["kid"])
    checks = {"verify_exp": False, "verify_iat": False, "verify_aud": False}
    return jwt.decode(given["token"], key, algorithms=["RS256"], options=checks)


def passkey(given):
    import webauthn
    from webauthn.helpers import base64url_to_bytes as bytes_of

    same = {"expected_origin": given["origin"], "expected_rp_id": given["relyingParty"]}
    made = webauthn.verify_registration_response(
        credential={
            "id": given["credential"],
            "rawId": given["credential"],
            "type": "public-key",
            "response": {
                "clientDataJSON": given["enrolled"]["clientData"],
                "attestationObject": given["enrolled"]["attestation"],
            },
        },
        expected_challenge=bytes_of(given["enrolChallenge"]),
        require_user_verification=True,
        **same,
    )
    count = made.sign_count
    for signed in given["signed"]:
        answer = webauthn.verify_authentication_response(
            credential={
                "id": given["credential"],
                "rawId": given["credential"],
                "type": "public-key",
                "response": {
                    "clientDataJSON": signed["clientData"],
                    "authenticatorData": signed["authenticatorData"],
                    "signature": signed["signature"],
                    "userHandle": signed["userHandle"],
                },
            },
            expected_challenge=bytes_of(given["signChallenge"]),
            credential_public_key=made.credential_public_key,
            credential_current_sign_count=count,
            require_user_verification=True,
            **same,
        )
        count = answer.new_sign_count
    return {"count": count}


def mail(given):
    """A mail as Python's own library writes it."""
    import base64
    from email.message import EmailMessage
    from email.policy import SMTP

    message = EmailMessage(policy=SMTP)
    message["From"] = "Okta <noreply@okta.com>"
    message["To"] = given["to"]
    message["Subject"] = given["subject"]
    message.set_content(given["text"], charset=given["charset"], cte=given["coding"])
    if given["html"]:
        message.add_alternative(
            given["html"], subtype="html", charset=given["charset"], cte=given["coding"]
        )
        message.get_payload()[1].add_related(b"\x89PNG 999999", "image", "png", cid="<logo>")
    if given["attached"]:
        message.add_attachment("code 888888", filename="Anhang ü.txt")
    return {"mail": base64.b64encode(message.as_bytes()).decode()}


def aes_gcm(given):
    """Opens sealed data, and seals it again with the nonce's bytes reversed."""
    import base64

    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    key, nonce, data, sealed = (
        base64.b64decode(given[name]) for name in ("key", "nonce", "data", "sealed")
    )
    text = AESGCM(key).decrypt(nonce, sealed, data)
    again = AESGCM(key).encrypt(nonce[::-1], text, data)
    return {"text": base64.b64encode(text).decode(), "sealed": base64.b64encode(again).decode()}


CHECKS = {"aes-gcm": aes_gcm, "id-token": id_token, "mail": mail, "passkey": passkey}


def main():
    given = json.load(sys.stdin)
    try:
        print(json.dumps({"ok": True, **CHECKS[sys.argv[1]](given)}))
    except ImportError as error:
        print(json.dumps({"ok": False, "error": str(error)}))
        sys.exit(MISSING)
    except Exception as error:  # Any error of a library about invalid input.
        print(json.dumps({"ok": False, "error": f"{type(error).__name__}: {error}"}))


main()
