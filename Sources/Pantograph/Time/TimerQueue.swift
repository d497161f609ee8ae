/// The pending timers of one loop: a binary heap ordered by time, then by insertion.
///
/// Confined to its loop's thread.
public struct TimerQueue: ~Copyable {
    /// Names a timer so that it can be cancelled.
    public struct ID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Timer {
        let time: Instant
        let id: ID
        let body: @Sendable () -> Void

        func isBefore(_ other: Timer) -> Bool {
            time == other.time ? id.number < other.id.number : time < other.time
        }
    }

    private var heap: [Timer] = []
    private var cancelled: Set<ID> = []
    private var lastNumber: UInt64 = 0

    /// No timers yet.
    public init() {}

    /// When the earliest timer is due; nil while there is none.
    public var next: Instant? {
        mutating get {
            dropCancelled()
            return heap.first?.time
        }
    }

    /// Adds a timer for `time`, which may have come already.
    public mutating func insert(at time: Instant, _ body: @escaping @Sendable () -> Void) -> ID {
        lastNumber += 1
        let id = ID(number: lastNumber)
        heap.append(Timer(time: time, id: id, body: body))
        siftUp(from: heap.count - 1)
        return id
    }

    /// Forgets a timer that has not run yet. One that has run must not be cancelled.
    public mutating func cancel(_ id: ID) {
        cancelled.insert(id)
        // Timers that are set and cancelled all the time must not make the heap grow.
        if cancelled.count > 64, cancelled.count * 2 > heap.count { rebuild() }
    }

    /// Takes the earliest timer out if it is due at `now`.
    public mutating func popDue(at now: Instant) -> (@Sendable () -> Void)? {
        dropCancelled()
        guard let first = heap.first, first.time <= now else { return nil }
        return removeFirst().body
    }

    private mutating func dropCancelled() {
        while let first = heap.first, !cancelled.isEmpty, cancelled.remove(first.id) != nil { _ = removeFirst() }
    }

    private mutating func rebuild() {
        let kept = heap.filter { !cancelled.contains($0.id) }
        cancelled.removeAll()
        heap.removeAll(keepingCapacity: true)
        for timer in kept {
            heap.append(timer)
            siftUp(from: heap.count - 1)
        }
    }

    private mutating func removeFirst() -> Timer {
        heap.swapAt(0, heap.count - 1)
        let first = heap.removeLast()
        siftDown()
        return first
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least])
            {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
