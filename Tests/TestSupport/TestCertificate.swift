/// A certificate for `localhost`, `127.0.0.1` and `::1` that was made for tests only: its key is public.
///
/// It is its own issuer, and valid from 2020 to 2120.
package enum TestCertificate {
  /// The certificate in PEM form.
  package static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBoTCCAUegAwIBAgIBATAKBggqhkjOPQQDAjAoMSYwJAYDVQQDDB1mbG93IHRl
    c3QgKGl0cyBrZXkgaXMgcHVibGljKTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEw
    MTAwMDAwMFowKDEmMCQGA1UEAwwdZmxvdyB0ZXN0IChpdHMga2V5IGlzIHB1Ymxp
    YykwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARrYwUwpqVXTlyg6YSjQ7pwqCC0
    2YYGc4KxJOOYDOqC5Miu2yj4LKFjcHxgtcCl3FHJtI9XYigqD4vQX1jqYT1Fo2Aw
    XjAPBgNVHRMBAf8EBTADAQH/MCwGA1UdEQQlMCOCCWxvY2FsaG9zdIcEfwAAAYcQ
    AAAAAAAAAAAAAAAAAAAAATAdBgNVHQ4EFgQUQs9HxhmjTHgeYvDlbmXgQuaMSHww
    CgYIKoZIzj0EAwIDSAAwRQIhAI5I6PjyVNVpH7qYkaPFEB8Mu1zAViAuB1K8N/KT
    YSCHAiBkG65/fSN/oOfo+wty+sUFhzXFTJm7bGXZj7LjGfxmXg==
    -----END CERTIFICATE-----

    """

  /// Its key in PEM form.
  package static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2Ff2ELTKmsNt2n6S
    Q28/dGoNc3LKIdjBgBeQO1FvD/OhRANCAARrYwUwpqVXTlyg6YSjQ7pwqCC02YYG
    c4KxJOOYDOqC5Miu2yj4LKFjcHxgtcCl3FHJtI9XYigqD4vQX1jqYT1F
    -----END PRIVATE KEY-----

    """

  /// The same key, encrypted with a passphrase.
  package static let encryptedKey = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhCVTog4jY9LgICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEEGPCd+Mvgqhx1zRcqkGa9fYEgZAj
    RI8BMIP/Vi2u/FF62inPYXdICELJJFn3ep3CnvuUJfMw4p7pcbhuDgbIkxzQvl4H
    y1pFfa7sqii7S9k4pOsmrlCBLddSSzkdmb8AVukWYwkjeXAiPJ8x9L3TKeB0c0kI
    modlNp3w6z3tLMACHYmjYCtcdwiL4uSLibxjBAPDdWsXMxLTUtWpXVsAko+aEHg=
    -----END ENCRYPTED PRIVATE KEY-----

    """

  /// A key that isn't the certificate's.
  package static let otherKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgX87rGEsTn81R12zW
    h4iak/PESg8oLbvJRiQnkw82BMehRANCAATl5NGljIelNXRVw2bVy9Q1jpn1i4MG
    2zgU8r4UFQwV4umhbiTwBXtgTAbMuKdWB4k0tuv01PzBjPkY+6hz4Kum
    -----END PRIVATE KEY-----

    """
}
