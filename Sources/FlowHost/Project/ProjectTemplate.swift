/// The files of a new project.
package enum ProjectTemplate {
  package static let files = [
    MadeFile(path: "sign-in.flow", text: Resources.projectSignInFlow),
    MadeFile(path: "profiles/jane.flow", text: Resources.projectProfilesJaneFlow),
    MadeFile(path: "orgs/acme.flow", text: Resources.projectOrgsAcmeFlow),
    MadeFile(path: "acme.env", text: Resources.projectAcmeEnv),
    MadeFile(path: "flow.json", text: Resources.projectFlowJson),
    MadeFile(path: "README.md", text: Resources.projectREADMEMd),
    MadeFile(path: "check.sh", text: Resources.projectCheckSh),
    MadeFile(path: ".gitignore", text: Resources.projectGitignore),
  ]
}
