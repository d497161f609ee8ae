extension Duration {
    /// Whole milliseconds, rounded down; the nearest there is for what would not fit.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (thousandfold, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let fraction = attoseconds / 1_000_000_000_000_000
        let sum = thousandfold.addingReportingOverflow(fraction)
        return sum.overflow ? (seconds < 0 ? .min : .max) : sum.partialValue
    }
}
