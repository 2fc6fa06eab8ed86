/// Recognises a CI system by its environment variables.
enum BuildEngine {
  /// Those of systems that do not always set `CI`.
  private static let variables = [
    "GITHUB_ACTIONS", "GITLAB_CI", "JENKINS_URL", "TEAMCITY_VERSION", "TF_BUILD", "BUILDKITE", "CIRCLECI", "TRAVIS",
    "APPVEYOR",
    "BITBUCKET_BUILD_NUMBER", "BITRISE_IO", "CODEBUILD_BUILD_ID", "CIRRUS_CI", "DRONE", "SEMAPHORE",
  ]

  /// The name of the variable that shows that no person runs the program; nil if there is none. `CI` decides if it is set: `0` and
  /// `false` mean a person, whatever other variables there are.
  static func variable(in machine: [String: String]) -> String? {
    if let value = machine["CI"], !value.isEmpty { return ["0", "false"].contains(value.lowercased()) ? nil : "CI" }
    return variables.first { machine[$0] ?? "" != "" }
  }
}
