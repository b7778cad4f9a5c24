#!/usr/bin/env python3
"""Signs in at `flow serve` with proofs of possession (RFC 9449) that a separate library makes.

    proof.py FLOW

serves an org whose app requires proofs, gets tokens with a key of `joserfc`, and uses them at
`userinfo`, with and without the key. Ends with 0 and the word `done` on success.
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
import time
import urllib.request

from joserfc import jwt
from joserfc.jwk import ECKey

import client

ORG = client.ORG.replace(
    "  sign-on", '  app "mobile" { client-id "0oapublic"; dpop required }\n  sign-on')
TOKEN = "/v1/token"


class ProvingClient(client.Client):
    """A client that proves in each token request that it has its key."""

    def __init__(self, issuer):
        super().__init__(issuer)
        self.key = ECKey.generate_key("P-256")
        self.nonce = None

    def proof(self, method, address, token=None, key=None, **other):
        key = key or self.key
        claims = {
            "htm": method, "htu": address, "iat": int(time.time()), "jti": secrets.token_hex(16)}
        if self.nonce:
            claims["nonce"] = self.nonce
        if token:
            digest = hashlib.sha256(token.encode()).digest()
            claims["ath"] = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        claims.update(other)
        header = {"typ": "dpop+jwt", "alg": "ES256", "jwk": key.as_dict(private=False)}
        return jwt.encode(header, claims, key, algorithms=["ES256"])

    def form(self, path, pairs, headers=None):
        if path != TOKEN or "DPoP" in (headers or {}):
            return super().form(path, pairs, headers)
        address = self.issuer + path
        status, answer, got = super().form(path, pairs, {"DPoP": self.proof("POST", address)})
        if answer.get("error") == "use_dpop_nonce":
            assert status == 400 and self.nonce is None, answer
            self.nonce = got["DPoP-Nonce"]
            proof = {"DPoP": self.proof("POST", address)}
            status, answer, got = super().form(path, pairs, proof)
        return status, answer, got

    def person(self, scheme, token, proof=None):
        headers = {"Authorization": f"{scheme} {token}"}
        if proof:
            headers["DPoP"] = proof
        return self.send(self.issuer + "/v1/userinfo", headers=headers)


def check(user, code):
    tokens, nonce, _ = client.sign_in(user, code)
    assert tokens["token_type"] == "DPoP", tokens
    token = tokens["access_token"]
    client.check_tokens(user, tokens, nonce)
    assert client.part(token.split(".")[1])["cnf"] == {"jkt": user.key.thumbprint()}
    address = user.issuer + "/v1/userinfo"
    proof = user.proof("GET", address, token)
    status, person, _ = user.person("DPoP", token, proof)
    assert status == 200 and person["email"] == "jane@example.com", person
    other = ECKey.generate_key("P-256")
    for scheme, proof in [
        ("DPoP", proof), ("DPoP", None), ("Bearer", None),
        ("Bearer", user.proof("GET", address, token)), ("DPoP", user.proof("GET", address)),
        ("DPoP", user.proof("POST", address, token)),
        ("DPoP", user.proof("GET", user.issuer + TOKEN, token)),
        ("DPoP", user.proof("GET", address, token, key=other)),
        ("DPoP", user.proof("GET", address, token, iat=int(time.time()) - 1000)),
    ]:
        status, answer, headers = user.person(scheme, token, proof)
        assert status == 401, (scheme, answer)
        assert headers["WWW-Authenticate"].startswith("DPoP "), headers


def main(flow):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "org.flow"
        path.write_text(ORG)
        server = subprocess.Popen(
            [flow, "serve", str(path), "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
        try:
            told = json.loads(server.stdout.readline())
            user = ProvingClient(told["issuer"])

            def code():
                with urllib.request.urlopen(told["page"], timeout=20) as answer:
                    return re.search('data-copy="([0-9]{6})"', answer.read().decode()).group(1)

            check(user, code)
            status, found, _ = user.send(user.issuer + "/.well-known/openid-configuration")
            assert "ES256" in found["dpop_signing_alg_values_supported"], found
            print("\n".join(user.transcript))
            print("done")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(sys.argv[1])
