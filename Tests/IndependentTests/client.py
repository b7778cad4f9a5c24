#!/usr/bin/env python3
"""Signs in at `flow serve` as auth-js 7 does, and checks the tokens with a separate library.

    client.py FLOW

serves an org, sends the same requests as auth-js 7, decodes the access token on arrival as auth-js
does, verifies it by the published keys with `joserfc`, and revokes it as a public client. Ends with
0 and the word `done` on success.
"""

import base64
import hashlib
import json
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

from joserfc import jwt
from joserfc.jwk import KeySet

ORG = """
org acme {
  authenticators password, email
  user "jane@example.com" { password "Correct-Horse-1"; first-name "Jane" }
  sign-on { require password and email }
}
"""

CLIENT, REDIRECT, SCOPE = "0oapublic", "http://localhost:3000/login/callback", "openid profile email"
ION = "application/ion+json; okta-version=1.0.0"


class Client:
    """Sends requests like auth-js: no cookies, its own header, spaces as %20, JSON by its type."""

    def __init__(self, issuer):
        self.issuer = issuer
        self.base = issuer.split("/oauth2")[0]
        self.transcript = []

    def send(self, address, body=None, headers=None):
        fields = {"X-Okta-User-Agent-Extended": "okta-auth-js/7.14.2 nodejs/20.20.2"}
        fields.update(headers or {})
        request = urllib.request.Request(address, data=body, headers=fields)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                status, text, got = answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            status, text, got = error.code, error.read(), error.headers
        path = urllib.parse.urlsplit(address).path
        self.transcript.append(f"{'POST' if body is not None else 'GET '} {path} {status}")
        return status, (json.loads(text) if text.strip().startswith(b"{") else {}), got

    def form(self, path, pairs, headers=None):
        body = urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote).encode()
        type_ = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send(self.issuer + path, body, {**type_, **(headers or {})})

    def step(self, page, name, values):
        form = next(f for f in page["remediation"]["value"] if f["name"] == name)
        body = {"stateHandle": page["stateHandle"], **values}
        fields = {"Content-Type": "application/json", "Accept": form["accepts"]}
        status, page, _ = self.send(form["href"], json.dumps(body).encode(), fields)
        assert status == 200, (name, status, page)
        return page


def part(text):
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def sign_in(client, code_of):
    status, found, _ = client.send(client.issuer + "/.well-known/openid-configuration")
    assert status == 200 and "S256" in found["code_challenge_methods_supported"]
    verifier = secrets.token_hex(22)[:43]
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
    nonce = secrets.token_hex(32)
    status, begun, _ = client.form("/v1/interact", [
        ("client_id", CLIENT), ("scope", SCOPE), ("redirect_uri", REDIRECT),
        ("code_challenge", challenge.decode()), ("code_challenge_method", "S256"),
        ("state", secrets.token_hex(32)), ("nonce", nonce),
    ])
    assert status == 200, begun
    body = json.dumps({"interactionHandle": begun["interaction_handle"]}).encode()
    _, page, _ = client.send(
        client.base + "/idp/idx/introspect", body, {"Content-Type": ION, "Accept": ION})
    page = client.step(page, "identify", {"identifier": "jane@example.com"})
    names = [form["name"] for form in page["remediation"]["value"]]
    if names == ["select-authenticator-authenticate"]:
        page = choose(client, page, "Password")
    page = client.step(
        page, "challenge-authenticator", {"credentials": {"passcode": "Correct-Horse-1"}})
    names = [form["name"] for form in page["remediation"]["value"]]
    # A single factor has the selection beside it; auth-js chooses only by the id.
    assert names == ["challenge-authenticator", "select-authenticator-authenticate"], names
    page = choose(client, page, "Email")
    page = client.step(
        page, "challenge-authenticator", {"credentials": {"passcode": code_of()}})
    fields = {f["name"]: f.get("value") for f in page["successWithInteractionCode"]["value"]}
    pairs = [
        ("client_id", CLIENT), ("redirect_uri", REDIRECT), ("grant_type", "interaction_code"),
        ("code_verifier", verifier), ("interaction_code", fields["interaction_code"]),
    ]
    status, tokens, headers = client.form("/v1/token", pairs)
    assert status == 200 and headers["Pragma"] == "no-cache", tokens
    assert "no-store" in headers["Cache-Control"]
    return tokens, nonce, pairs


def choose(client, page, label):
    form = next(
        f for f in page["remediation"]["value"] if f["name"] == "select-authenticator-authenticate")
    options = next(v for v in form["value"] if v["name"] == "authenticator")["options"]
    option = next(o for o in options if o["label"] == label)
    id_ = next(v for v in option["value"]["form"]["value"] if v["name"] == "id")["value"]
    return client.step(page, form["name"], {"authenticator": {"id": id_}})


def check_tokens(client, tokens, nonce):
    # auth-js below version 8 decodes both when they arrive.
    header, claims = (part(text) for text in tokens["access_token"].split(".")[:2])
    assert sorted(header) == ["alg", "kid"] and header["alg"] == "RS256", header
    _, keys, _ = client.send(client.issuer + "/v1/keys")
    key_set = KeySet.import_key_set(keys)
    access = jwt.decode(tokens["access_token"], key_set, algorithms=["RS256"]).claims
    assert access == claims
    assert access["iss"] == client.issuer and access["aud"] == "api://default", access
    assert access["cid"] == CLIENT and access["scp"] == SCOPE.split(), access
    assert access["sub"] == "jane@example.com" and access["uid"].startswith("00u"), access
    assert access["ver"] == 1 and access["jti"].startswith("AT."), access
    assert access["exp"] - access["iat"] == tokens["expires_in"], access
    identity = jwt.decode(tokens["id_token"], key_set, algorithms=["RS256"]).claims
    assert identity["nonce"] == nonce and identity["sub"] == access["uid"], identity
    assert identity["idp"].startswith("00o"), identity
    digest = hashlib.sha256(tokens["access_token"].encode()).digest()[:16]
    assert identity["at_hash"] == base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def use_and_revoke(client, token):
    bearer = {"Authorization": "Bearer " + token}
    status, person, _ = client.send(client.issuer + "/v1/userinfo", headers=bearer)
    assert status == 200 and person["email"] == "jane@example.com", person
    basic = {"Authorization": "Basic " + base64.b64encode(CLIENT.encode()).decode()}
    _, worth, _ = client.form("/v1/introspect", [("token", token)], basic)
    assert worth["active"] is True, worth
    status, _, _ = client.form(
        "/v1/revoke", [("token_type_hint", "access_token"), ("token", token)], basic)
    assert status == 200
    _, worth, _ = client.form("/v1/introspect", [("token", token)], basic)
    assert worth == {"active": False}, worth
    status, _, _ = client.send(client.issuer + "/v1/userinfo", headers=bearer)
    assert status == 401


def main(flow):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "org.flow"
        path.write_text(ORG)
        server = subprocess.Popen(
            [flow, "serve", str(path), "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
        try:
            told = json.loads(server.stdout.readline())
            client = Client(told["issuer"])

            def code():
                with urllib.request.urlopen(told["page"], timeout=20) as answer:
                    return re.search('data-copy="([0-9]{6})"', answer.read().decode()).group(1)

            tokens, nonce, pairs = sign_in(client, code)
            check_tokens(client, tokens, nonce)
            use_and_revoke(client, tokens["access_token"])
            # Tokens of a code that is used twice are invalid.
            tokens, _, pairs = sign_in(client, code)
            status, refused, _ = client.form("/v1/token", pairs)
            assert status == 400 and refused["error"] == "invalid_grant", refused
            bearer = {"Authorization": "Bearer " + tokens["access_token"]}
            status, _, _ = client.send(client.issuer + "/v1/userinfo", headers=bearer)
            assert status == 401
            print("\n".join(client.transcript))
            print("done")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(sys.argv[1])
