/// An RSA key pair that was made only for tests, with `openssl genrsa -traditional 2048`.
package enum TestKey {
  /// The private key in DER (RFC 8017, appendix A.1.2), in Base 64.
  package static let rsa = """
    MIIEpAIBAAKCAQEAw1mD55CleNmauTvS5LmZvyPfWIdfNk5/MIQJ8DJPVYOY0Br0bt0yCQmZ9e6KfinFCuqq2UI1TgWimxEq\
    KgJOwOLlinAOjNhLK2EvnpIrAVRCX7VENGwyrh7I4xKqP6IenblBErQxMPcSDNC8C2yJFphTvhmrT1whH5RiwX0x0aizquQ6\
    e5lRVkRZz02OB/NBYsuOnf6oXHJr7y3dk7tkM4ny+Dxx8mau/U5O50AoIc4dDIwaPAKsu/cLyupCgSqg58TNNu7I947HURTQ\
    4hlaHwcV/L6E7gR3qqzSILk8NtismheJ8CE6gaQWAvD5aIQxgCp7hC9pXteDCwJM9NtHLwIDAQABAoIBAAMw3qE1MSbAszDM\
    Y9z9lR/Up6zMBUefT5+MwJbOU5JrhF792blH3q3cHMoyG8wExaWwgJrs5G8CU44h4STvhbbL3gD9ZJdzXwL14u+9pnsuk6j5\
    joQmsks60IA5CVPhw4tC/+eczuLkXkScUj4Dh1e5pECKLcytjhL0ewp7D4nDptsAQoPfEjuFhu++usnnR676TBiNU0w9Vm73\
    Y0YZ+VBelW8exbZDvlv+0fwqgMbmaitM2RBBiuY7FvHDNyYpNGvBgUvTyRer93osv0ZCTmmrdKNA7KU/dLH0sjP/I8gVQmHQ\
    GmH/w9CJyqzON8eAKWCefqnu/bQ9671xyEWl89ECgYEA8uPxPTBGAl0KDGzKVF154BrC+Ah2YoOKP9bmMkHRPUsIPTtNitx6\
    L7VB2Bsuks00IE89kABW9CE5As+6BWkIk3+ML7HXqyN44TuONcdGftBlYWR8WPuFi16clfQCFnqgi35zib2B5YKjjfHkzWQF\
    WTvuswxTOuUv6dfVZdIpgh8CgYEAzeSx0dvdgcTLO0O+SPBoBYJjcaxE/Zx91TbQKTrl3iCcD/b+ueEVmYed/FxF9//HxCGf\
    SFMzZXAO8TjZNm2KiYfOL2+MUIlXB2kNQREegOrxBs8gW366PlftSFMikxa5ZKXeEKyMfAXpZ0f0t0PDJgonJjp7xmSzM3pQ\
    e6iPOPECgYA7yagkK7HP+x7yGAVl5uyNIYlEjLC3ZzGsrTVUwabDs6h/ig14VPUusStYCrjYIfLm0RqSS8MbrOHfs0pS8pvN\
    0uOrCdfQpJaouoQy8K6FoL6TzqxdKuygddWNg9bPubezHplKGn/TAulHk3eCp1A5uury3+HM6YV1xk8dFTJqeQKBgQC1Nz5T\
    KSLy3pTJmrxWUlIb10FTgX5PgXc3PEFGqLI9KZJycsCMNdHfCYBB560ltBjNRZJ+A8zO0Sw1oAV+ZDd1CPSux41GLTtOKGYk\
    CL9CVIbDqXYfUZD24kjUSWe68ltGfL7RCi2z0zg1UR3QV3Hhfzop6XubiHI5MsS3sgos4QKBgQDYxyoky1LkNIAQGxLrf93C\
    i9Clj6/W9bfBsadZ6t5a9MU3756znFpk//9upBtzjR19cASj8dU8tEhNvCrxjrGCC77FK622am8aGtwJS1o2bUgmd1njG3Ox\
    J3yDg99SHNo1wuJcQiBVRU7gLjsNwO/YjuciGDtfQuwo7TJH8g0Kkg==
    """
}
