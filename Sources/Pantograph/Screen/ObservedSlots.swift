import Observation

/// Which slots of a wide screen may have changed since they were read, by the Observation framework.
///
/// Slots are watched in groups, because watching costs more than reading: a change makes its group be read anew, and
/// all other groups are passed over. Confined to one session.
final class ObservedSlots {
    /// Slots that are read together.
    private final class Group: @unchecked Sendable {  // the model changes on its session's loop only, and so does this
        let slots: Range<Int>
        var hasChanged = true

        init(_ slots: Range<Int>) {
            self.slots = slots
        }
    }

    private static let groupSize = 16
    private let groups: [Group]

    init(_ slots: Range<Int>) {
        groups = stride(from: slots.lowerBound, to: slots.upperBound, by: Self.groupSize).map { start in
            Group(start..<min(start + Self.groupSize, slots.upperBound))
        }
    }

    /// Calls `read` for the slots that may have changed, or for every slot.
    func forEachChanged(orAll isWhole: Bool, _ read: (Range<Int>) -> Void) {
        for group in groups {
            if group.hasChanged {
                group.hasChanged = false
                withObservationTracking {
                    read(group.slots)
                } onChange: {
                    group.hasChanged = true
                }
            } else if isWhole {
                // Watched already.
                read(group.slots)
            }
        }
    }
}
