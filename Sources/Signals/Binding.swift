extension Signal where Failure == Never {
  /// Sets `property` to each value. Ends when the property goes; the end of the signal leaves the property's value.
  @discardableResult public func bind(to property: MutableProperty<Value>) -> Disposable {
    let binding = Disposable(), target = property.lens
    property.lifetime.add(binding)
    observeValues(in: binding) { target.set($0) }
    return binding
  }

  /// Executes `command` with each value. Ends when the command goes; a value the command refuses is dropped.
  @discardableResult public func bind<O: Sendable, F: Error>(to command: Command<Value, O, F>) -> Disposable {
    let binding = Disposable()
    command.lifetime.add(binding)
    observeValues(in: binding) { [weak command] in command?.execute($0) }
    return binding
  }

  /// Calls `set` with `target` and each value on the main actor: at once when already there. Does not keep the target; the
  /// binding ends with the first value it would have got after it went.
  @discardableResult public func bind<T: AnyObject & Sendable>(
    to target: T, _ set: @escaping @MainActor @Sendable (T, Value) -> Void
  ) -> Disposable {
    let binding = Disposable()
    observe(on: .ui).observeValues(in: binding) { [weak target] value in
      guard let target else { return binding.dispose() }
      // The `.ui` scheduler runs its work on the main queue, which is the main actor's.
      MainActor.assumeIsolated { set(target, value) }
    }
    return binding
  }
}

extension PropertyProtocol {
  /// Sets `property` to the value now and to each change; see ``Signal/bind(to:)-(MutableProperty<Value>)``.
  /// A property bound to itself, or to its own ``MutableProperty/readOnly``, is left as it is: it has the value already.
  ///
  /// - Precondition: This does not come from the property that `property` is, or is a part of: each value would bring the next,
  ///   without an end. It may if ``PropertyProtocol/removeDuplicates()`` ends it. What a `flatMap` comes from and what it selects are
  ///   not checked, nor is what a signal comes from: these have to keep to it, too.
  ///
  ///   In a debug build, the program also stops where several bindings set properties in a circle, and where `property` is bound to
  ///   another property already; the message names both places, `file` and `line` among them. It warns on standard error when the
  ///   bound property has gone and `property` has not: from then on `property` stays as it is.
  @discardableResult public func bind(
    to property: MutableProperty<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let node = source.node
    if node === property.node { return Disposable() }
    precondition(
      !node.notifies(ofWritesTo: property.lens.root),
      """
      bind(to:) was given a target in the property that the values come from, so that each would bring the next; \
      keep one part, and set both in its setter, or bind removeDuplicates()
      """, file: file, line: line)
    #if DEBUG
      let place = "\(file):\(line)", root = property.lens.root
      let entry = BindingPlaces.expectOneWay(from: node, to: property.node, of: root, at: place)
      let isConstant = node.isConstant
      let binding = signal.doCompleted { [weak root] in
        if !isConstant { BindingPlaces.warnOfLostSource(of: root, at: place) }
      }.bind(to: property)
      binding.add(entry)
      return binding
    #else
      return signal.bind(to: property)
    #endif
  }

  /// Calls `set` with `target`, the value now and each change, on the main actor. Does not keep the target.
  ///
  ///     presenter.title.bind(to: self) { $0.label = $1 }.stored(in: bag)
  @discardableResult public func bind<T: AnyObject & Sendable>(
    to target: T, _ set: @escaping @MainActor @Sendable (T, Value) -> Void
  ) -> Disposable {
    signal.bind(to: target, set)
  }
}
