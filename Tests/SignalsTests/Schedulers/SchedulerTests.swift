import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite struct SchedulerTests {
  @Test func immediateRunsBeforeItReturns() {
    let runs = MutableProperty(0)
    ImmediateScheduler.immediate.schedule { runs.value += 1 }
    ImmediateScheduler.immediate.schedule(after: .seconds(9)) { runs.value += 1 }
    #expect(runs.value == 2)
  }

  @Test func aQueueRunsWorkInOrderAndDropsDisposedWork() async {
    let queue = DispatchQueue(label: "scheduler")
    let scheduler: any Scheduler = .queue(queue)
    queue.suspend()
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder(signal)
    scheduler.schedule { input.send(1) }
    scheduler.schedule { input.send(2) }.dispose()
    scheduler.schedule(after: .nanoseconds(1)) {}.dispose()
    async let completed = signal.collect().firstValue()
    scheduler.schedule { input.send(3) }
    scheduler.schedule { input.complete() }
    queue.resume()
    _ = await completed
    #expect(recorder.values == [1, 3])
  }

  @MainActor @Test func mainIsAlwaysAsynchronous() async {
    let order = MutableProperty<[String]>([])
    let (signal, input) = Signal<Void, Never>.pipe()
    async let done: Void? = signal.firstValue()
    await Task.yield()
    MainScheduler.main.schedule {
      order.modify { $0.append("scheduled") }
      input.complete()
    }
    order.modify { $0.append("after") }
    _ = await done
    #expect(order.value == ["after", "scheduled"])
  }

  /// Runs in a process of its own: waiting `.ui` work waits for all `.ui` work, also that of other tests.
  @Test func uiIsSynchronousOnTheMainQueueWhenNothingWaits() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let runs = MutableProperty(0)
        UIScheduler.ui.schedule { runs.value += 1 }
        precondition(runs.value == 1)
      }
      endNow()
    }
  }

  /// Runs in a process of its own, for the same reason.
  @Test func uiKeepsTheOrderOfWaitingWork() async {
    await #expect(processExitsWith: .success) {
      let order = MutableProperty<[Int]>([])
      let (signal, input) = Signal<Void, Never>.pipe()
      async let done: Void? = signal.firstValue()
      await MainActor.run {
        DispatchQueue(label: "background").sync {
          _ = UIScheduler.ui.schedule { order.modify { $0.append(1) } }
        }
        UIScheduler.ui.schedule {
          order.modify { $0.append(2) }
          input.complete()
        }
        precondition(order.value.isEmpty, "the second overtook the first")
      }
      _ = await done
      precondition(order.value == [1, 2])
      endNow()
    }
  }

  /// Runs in a process of its own, for the same reason.
  @Test func uiRunsOnTheMainActor() async {
    await #expect(processExitsWith: .success) {
      let isRun = MutableProperty(false)
      await MainActor.run {
        UIScheduler.ui.schedule {
          MainActor.assertIsolated()
          isRun.value = true
        }
        precondition(isRun.value)
      }
      endNow()
    }
  }

  /// Runs in a process of its own, for the same reason.
  @Test func uiWithoutADelayIsNotOvertaken() async {
    await #expect(processExitsWith: .success) {
      let order = MutableProperty<[Int]>([])
      await MainActor.run {
        UIScheduler.ui.schedule(after: .zero) { order.modify { $0.append(1) } }
        UIScheduler.ui.schedule { order.modify { $0.append(2) } }
      }
      precondition(order.value == [1, 2])
      endNow()
    }
  }
}
