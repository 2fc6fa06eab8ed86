import Synchronization

/// The observer through which an observed node is notified: a head has one on each of its wakers, a follower has one on its head. It is
/// in a list of the gate of the waker or head, which retains it. It retains both nodes.
@usableFromInline final class NodeLink: AnyObserver {
  @usableFromInline let node: AnyPropertyNode
  /// The waker, or the head of a follower. Retained after the end of the link, too, so that no other node gets its address.
  let waker: AnyPropertyNode

  init(of node: AnyPropertyNode, on waker: AnyPropertyNode) {
    (self.node, self.waker) = (node, waker)
    super.init(of: waker)
  }

  /// In the gate of the node: attaches it, now or as soon as the waker's gate is free.
  func attach() {
    if !node.isHead { return node.gate.followers.append(self) }
    if !waker.gate.enter(), !waker.gate.enterOrQueue({ self.append(isLate: true) }) { return }
    append(isLate: false)
    waker.gate.leave()
  }

  /// In the gate of the waker. If it is late, there may be changes that it was not woken for.
  private func append(isLate: Bool) {
    if !isAttached { return }
    if waker.connect() { waker.notify(waker, nil) }
    if waker.gate.isEnded { _ = detach() } else { waker.gate.dependents.append(self) }
    if isLate { wake() }
  }

  override func remove(from source: AnyObject) {
    if !node.isHead { return node.gate.followers.remove(self) }
    waker.gate.perform(self) { link in
      link.waker.gate.dependents.remove(link)
      link.waker.disconnectIfUnused()
    }
  }

  /// The waker has changed or ended: the head updates, now or as soon as its gate is free.
  func wake() {
    if node.gate.isScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
    node.gate.perform(node) { node in
      // A change from here on schedules another update.
      _ = node.gate.isScheduled.exchange(false, ordering: .acquiringAndReleasing)
      node.notify(node, nil)
    }
  }
}

extension AnyPropertyNode {
  // MARK: Connecting, in the gate

  /// The first observer comes: from now on, this is notified of changes. False if it was before.
  @discardableResult @usableFromInline final func connect() -> Bool {
    if isRoot || links != nil || gate.isEnded { return false }
    links = []
    if !isHead { head.connect() }
    updateLinks()
    return true
  }

  /// Attaches links to the present wakers, or to the head, and removes all others. Whether this changed a link.
  @discardableResult @usableFromInline final func updateLinks() -> Bool {
    let wakers = isHead ? currentWakers { $0.releaseIfLast() } : [head], old = links ?? []
    if wakers.elementsEqual(old, by: { $0 === $1.waker }) { return false }
    let new = wakers.map { waker in old.first { $0.waker === waker } ?? NodeLink(of: self, on: waker) }
    links = new
    for link in new where !old.contains(where: { $0 === link }) { link.attach() }
    for link in old where !new.contains(where: { $0 === link }) { link.run() }
    return true
  }

  /// The last observer may have gone: then this is not notified any more.
  @usableFromInline final func disconnectIfUnused() {
    guard let old = links, observers.isEmpty, !isHead || gate.followers.isEmpty && gate.dependents.isEmpty else {
      return
    }
    forgetLinks()
    for link in old { link.run() }
    if !isHead { head.disconnectIfUnused() }
  }

  /// Of a head: no change will follow.
  @usableFromInline final func finish() {
    if gate.isEnded { return }
    gate.hasEnded.store(true, ordering: .sequentiallyConsistent)
    complete()
    while let link = gate.followers.removeFirst() ?? gate.dependents.removeFirst() {
      // Only links are appended.
      let node = unsafe unsafeDowncast(link, to: NodeLink.self).node
      if link.detach() == nil { continue }
      if node.isHead { unsafe unsafeDowncast(link, to: NodeLink.self).wake() } else { node.complete() }
    }
  }
}
