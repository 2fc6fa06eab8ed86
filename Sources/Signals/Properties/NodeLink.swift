import Synchronization

/// The observer through which an observed node depends on another one: a derived head on each of its wakers, any other node on its
/// head. The list of that node holds it, and it holds both nodes.
@usableFromInline final class NodeLink: AnyObserver {
  @usableFromInline let node: AnyPropertyNode
  /// Retained after the end, too, so no other node gets its address.
  let waker: AnyPropertyNode

  init(of node: AnyPropertyNode, on waker: AnyPropertyNode) {
    self.node = node
    self.waker = waker
    super.init(of: waker)
  }

  /// In the gate of the head: attaches it to the waker, now or as soon as the waker's gate is free. What the waker has delivered until
  /// then needs another update.
  func attach() {
    if waker.gate.enter()
      || waker.gate.enterOrQueue({
        self.append()
        self.wake()
      })
    {
      append()
      waker.gate.leave()
    }
  }

  /// In the gate of the waker.
  private func append() {
    if !isAttached { return }
    if !waker.isRoot, waker.gate.links == nil {
      waker.connect()
      waker.notify(waker, nil)
    }
    if waker.gate.isEnded { _ = detach() } else { waker.gate.dependents.append(self) }
  }

  override func remove(from source: AnyObject) {
    waker.gate.perform(self) { link in
      link.waker.gate.dependents.remove(link)
      link.waker.disconnectIfUnused()
    }
  }

  /// The waker has changed or ended: the head updates, now or as soon as its gate is free.
  func wake() {
    let gate = node.gate
    if !gate.enter() {
      if gate.isScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
      if !gate.enterOrQueue(updateAsScheduled) { return }
      updateAsScheduled()
    } else {
      node.notify(node, nil)
    }
    gate.leave()
  }

  private func updateAsScheduled() {
    // A change from here on schedules another update.
    _ = node.gate.isScheduled.exchange(false, ordering: .acquiringAndReleasing)
    node.notify(node, nil)
  }
}

extension AnyPropertyNode {
  // MARK: Connecting, in the gate

  /// The first observer comes: from now on, this is notified of changes.
  @usableFromInline final func connect() {
    if !isHead {
      if link != nil { return }
      head.connect()
      let link = NodeLink(of: self, on: head)
      self.link = link
      gate.followers.append(link)
    } else if !isRoot, gate.links == nil {
      gate.links = []
      _ = follow()
    }
  }

  /// Of a derived head: has links on its present wakers alone. Whether it had others.
  @usableFromInline final func follow() -> Bool {
    let wakers = currentWakers { $0.releaseIfLast() }, old = gate.links ?? []
    if wakers.elementsEqual(old, by: { $0 === $1.waker }) { return false }
    let links = wakers.map { waker in old.first { $0.waker === waker } ?? NodeLink(of: self, on: waker) }
    gate.links = links
    for link in links where !old.contains(where: { $0 === link }) { link.attach() }
    for link in old where !links.contains(where: { $0 === link }) { link.run() }
    return true
  }

  /// The last observer may have gone: then this is not notified any more.
  @usableFromInline final func disconnectIfUnused() {
    if !observers.isEmpty { return }
    if let link {
      self.link = nil
      gate.followers.remove(link)
      _ = link.detach()
      forget()
      head.disconnectIfUnused()
    } else if isHead, gate.followers.isEmpty, gate.dependents.isEmpty, let links = gate.links {
      gate.links = nil
      forget()
      for link in links { link.run() }
    }
  }

  /// Of a head: no change will follow.
  @usableFromInline final func finish() {
    if gate.isEnded { return }
    gate.hasEnded.store(true, ordering: .sequentiallyConsistent)
    gate.links = nil
    forget()
    complete()
    // Only links are appended to these two.
    while let link = gate.followers.removeFirst().map({ unsafe unsafeDowncast($0, to: NodeLink.self) }) {
      _ = link.detach()
      link.node.link = nil
      link.node.complete()
    }
    while let link = gate.dependents.removeFirst().map({ unsafe unsafeDowncast($0, to: NodeLink.self) }) {
      if link.detach() != nil { link.wake() }
    }
  }
}
