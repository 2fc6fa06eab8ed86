/// A command of the generator, as it is typed.
enum GeneratorVerb: String, CaseIterable {
  case module = "NAME"
  case setup
  case templateList = "template list"
  case templateSearch = "template search"
  case templateShow = "template show"
  case templateCreate = "template create"
  case templateInstall = "template install"
  case help = "--help"
}
