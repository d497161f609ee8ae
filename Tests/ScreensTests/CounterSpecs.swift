import Pantograph
import Screens
import Testing

@Suite struct CounterSpecs {
    @Test func `every tap counts, below zero too`() {
        let counter = Counter(everybody: .test())
        #expect(counter.counterText == "0")

        counter.countUp()
        counter.countUp()
        #expect(counter.counterText == "2")

        for _ in 1...5 { counter.countDown() }
        #expect(counter.counterText == "-3")

        counter.countReset()
        #expect(counter.counterText == "0")
    }

    @Test func `the count stays at either end`() {
        let greatest = Counter(count: .max, everybody: .test())
        let least = Counter(count: .min, everybody: .test())

        greatest.countUp()
        least.countDown()

        #expect(greatest.counterText == "9223372036854775807")
        #expect(least.counterText == "-9223372036854775808")
    }
}
