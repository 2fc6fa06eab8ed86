extension Signal where Failure == Never {
  /// Sets `property` to each value. The binding ends when the property is released. The end of the signal keeps the last value.
  ///
  /// A debug build stops the program if bindings set properties in a circle, without an end. The message names them by `file`
  /// and `line`.
  @discardableResult public func bind(
    to property: MutableProperty<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let binding = Disposable(), target = property.lens
    property.lifetime.disposable.add(binding)
    #if DEBUG
      let place = "\(file):\(line)"
      observeValues(in: binding) {
        BindingCircle.note(place)
        target.set($0)
      }
    #else
      observeValues(in: binding) { target.set($0) }
    #endif
    return binding
  }

  /// Executes `command` with each value. The binding ends when the command is released. A value that the command refuses is
  /// dropped.
  @discardableResult public func bind<O: Sendable, F: Error>(to command: Command<Value, O, F>) -> Disposable {
    let binding = Disposable()
    command.lifetime.disposable.add(binding)
    observeValues(in: binding) { [weak command] in command?.execute($0) }
    return binding
  }

  /// Calls `set` with `target` and each value on the main actor: at once if already there. Does not keep `target` alive. After
  /// the target is released, the next value ends the binding.
  @discardableResult public func bind<T: AnyObject & Sendable>(
    to target: T, _ set: @escaping @MainActor @Sendable (T, Value) -> Void
  ) -> Disposable {
    let binding = Disposable()
    // Not with `map(on: .ui)`, which would be a stage more for each binding.
    observe(on: .ui).observeValues(in: binding) { [weak target] value in
      MainActor.assumeIsolated { if let target { set(target, value) } else { binding.dispose() } }
    }
    return binding
  }
}

extension PropertyProtocol {
  /// Sets `property` to the value now and to each change; see ``Signal/bind(to:file:line:)``. Binding a property
  /// to itself, or to its own ``MutableProperty/readOnly``, does nothing.
  ///
  /// - Precondition: This property does not derive from `property`, or from the property that `property` is a part of.
  ///   Otherwise each value would cause the next one, without an end. Such a cycle is allowed only if
  ///   ``PropertyProtocol/removeDuplicates()`` ends it. The sources of a `flatMap`, the properties that it selects and the
  ///   sources of a signal must keep to this rule, too, but are not checked.
  ///
  ///   A debug build also stops the program if several bindings form a cycle, or if `property` is already bound to another
  ///   property. The message names both places by `file` and `line`. A debug build warns on standard error if the source is
  ///   released before `property`, because `property` then keeps its last value.
  @discardableResult public func bind(
    to property: MutableProperty<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let node = source.node
    if node === property.node { return Disposable() }
    precondition(
      !node.notifies(ofWritesTo: property.lens.root),
      """
      the source of bind(to:) derives from the property of the target, so each value would cause the next; \
      keep one part, and set both in its setter, or bind removeDuplicates()
      """, file: file, line: line)
    #if DEBUG
      let place = "\(file):\(line)", root = property.lens.root
      let entry = BindingPlaces.expectOneSource(node, of: property.node, at: place)
      let isConstant = node.isConstant
      let binding = signal.doCompleted { [weak root] in
        if !isConstant { BindingPlaces.warnOfLostSource(of: root, at: place) }
      }.bind(to: property, file: file, line: line)
      binding.add(entry)
      return binding
    #else
      return signal.bind(to: property)
    #endif
  }

  /// Calls `set` with `target` and the value now, then with each change, on the main actor. Does not keep `target` alive.
  ///
  ///     presenter.title.bind(to: self) { $0.label = $1 }.stored(in: bag)
  @discardableResult public func bind<T: AnyObject & Sendable>(
    to target: T, _ set: @escaping @MainActor @Sendable (T, Value) -> Void
  ) -> Disposable {
    signal.bind(to: target, set)
  }
}

extension AnyPropertyNode {
  /// Whether each write to that root notifies the observers of this node, even without a change of its value.
  final func notifies(ofWritesTo root: AnyPropertyNode) -> Bool {
    var open: [AnyPropertyNode] = [self], seen: Set<ObjectIdentifier> = []
    while let node = open.popLast() {
      if node === root { return true }
      if !node.isWaker || node.isRoot {
        open += node.sources.filter { seen.insert(ObjectIdentifier($0)).inserted }
      }
    }
    return false
  }
}
