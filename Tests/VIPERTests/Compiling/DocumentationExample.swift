import Signals
import VIPER

extension Route<Void, Never> { static var list: Self { Route("list") } }
extension Route<Void, String> {
  static var add: Self { Route("add", style: .modal) }
}

/// Outputs are properties, inputs are commands.
@MainActor final class ListPresenter: Presenter {
  let names = MutableProperty<[String]>([])
  let add: Command<Void, String, RouteError>

  init(router: Router<Never>) {
    add = Command { router.present(.add) }
    add.values.bind(to: names) { $0.value.append($1) }
      .stored(in: router.alive)
  }
}

@MainActor final class AddPresenter: Presenter {
  let name = MutableProperty("")
  let save: Command<Void, Void, RouteError>
  let cancel: Command<Void, Void, RouteError>

  init(router: Router<String>) {
    let name = name
    save = Command(enabledIf: name.map { !$0.isEmpty }) {
      router.finish(name.value)
    }
    cancel = Command(back: router)
  }
}

@MainActor func makeNavigator(
  stage: any Stage, environment: AppEnvironment
) throws -> Navigator {
  let list = Module(.list, opens: .add) { router, _ in
    Assembly(presenter: ListPresenter(router: router))
  }
  let add = Module(.add) { router, _ in
    Assembly(presenter: AddPresenter(router: router))
  }
  return try Navigator(
    stage: stage, environment: environment, modules: [list, add])
}
