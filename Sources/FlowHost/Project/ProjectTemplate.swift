/// The files of a new project.
package enum ProjectTemplate {
  package static let files = [
    MadeFile(path: "sign-in.flow", text: script),
    MadeFile(path: "profiles/jane.flow", text: profile),
    MadeFile(path: "orgs/acme.flow", text: org),
    MadeFile(path: "acme.env", text: secrets),
    MadeFile(path: "flow.json", text: project),
    MadeFile(path: "README.md", text: readme),
    MadeFile(path: "check.sh", text: pipeline),
    MadeFile(path: ".gitignore", text: ignored),
  ]

  private static let script = """
    # Jane signs in to Acme.
    import "orgs/acme.flow"
    import "profiles/jane.flow"

    flow "jane signs in" tagged smoke {
      against acme
      use jane
      expect success
    }

    flow "a wrong password is refused" {
      against acme
      use jane
      on challenge password answer passcode = "Wrong-Horse-1"
      expect failure message contains "Password is incorrect"
    }

    """

  private static let profile = """
    # Who Jane is, and how she answers, whatever is asked first.
    profile jane {
      identifier = "jane@example.com"
      password   = secret JANE_PASSWORD
      choose email
      on challenge password answer passcode = password
      on challenge email    answer code = inbox email
    }

    """

  private static let org = """
    # A simulated org: it has people, and decides who is let in by what.
    org acme {
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password and email }
    }

    """

  private static let secrets = """
    JANE_PASSWORD=Correct-Horse-1

    """

  private static let project = """
    {"secrets": "acme.env"}

    """

  private static let readme = """
    # Sign-in scripts

    ```
    flow test               # run every flow against the simulated org, as a test
    flow run sign-in.flow   # run the flows of one file, and print each step
    flow check --strict .   # find mistakes without running anything
    flow fmt .              # write the scripts in their one form
    sh check.sh             # all of it, as a pipeline does
    ```

    - `sign-in.flow` has the flows,
    - `profiles/jane.flow` says who signs in, and how she answers,
    - `orgs/acme.flow` is a simulated org,
    - `acme.env` has the passwords of its people, who are invented; those of real people go into
      `secrets.env`, which git leaves alone,
    - `flow.json` names `acme.env`, so that no command needs `--secrets`.

    To run against a real org, take the lines `against acme` out, and name the org on the command
    line:

    ```
    flow run sign-in.flow --issuer https://example.okta.com/oauth2/default \\
      --client-id CLIENT-ID --redirect-uri com.example:/callback --secrets secrets.env
    ```

    """

  private static let pipeline = """
    #!/bin/sh
    # What a pipeline runs; it ends at the first that fails.
    set -e
    cd "$(dirname "$0")"
    flow check --strict .
    flow fmt --check .
    flow test

    """

  private static let ignored = """
    # What holds secrets.
    secrets.env
    tokens.json
    passkeys.json

    """
}
