import Pantograph
import Screens
import Testing

/// The names of screens.md: pages and scripts use them.
@Suite struct ContractSpecs {
    @Test func `counter`() {
        #expect(Counter.name == "counter")
        #expect(Counter.bindings.fieldNames == [])
        #expect(Counter.bindings.outputNames == ["counterText", "sharedCounterText"])
        #expect(Counter.bindings.actionNames == ["countUp", "countDown", "countReset", "sharedCountUp"])
    }

    @Test func `phone-number`() {
        #expect(PhoneNumber.name == "phone-number")
        #expect(PhoneNumber.bindings.fieldNames == ["phoneNumber1", "phoneNumber2", "phoneNumber3"])
        #expect(PhoneNumber.bindings.outputNames == ["sendCodeEnabled", "isLoading", "errors"])
        #expect(PhoneNumber.bindings.actionNames == ["sendCode", "continue"])
    }

    @Test func `confirm-code`() {
        #expect(ConfirmCode.name == "confirm-code")
        #expect(ConfirmCode.bindings.fieldNames == ["code"])
        #expect(
            Set(ConfirmCode.bindings.outputNames) == [
                "phone", "isLoading", "codeEnabled", "errors", "note", "newCodeTimer", "newCodeDeadline",
                "codeTimerIsActive",
            ])
        #expect(ConfirmCode.bindings.actionNames == ["getNewCode", "changeNumber"])
    }

    @Test func `profile`() {
        #expect(Profile.name == "profile")
        #expect(Profile.bindings.fieldNames == ["name", "url", "desc"])
        #expect(Set(Profile.bindings.outputNames) == ["saveEnabled", "note", "invalidUrl"])
        #expect(Profile.bindings.actionNames == ["save"])
    }

    @Test func `registration`() {
        #expect(Registration.name == "registration")
        #expect(Registration.bindings.fieldNames == ["mail", "pass", "retype"])
        #expect(Set(Registration.bindings.outputNames) == ["canSend", "invalidMail", "invalidPass", "isLoading"])
        #expect(Registration.bindings.actionNames == ["register"])
    }

    @Test func `home`() {
        #expect(Home.name == "home")
        #expect(Home.bindings.fieldNames == [])
        #expect(Set(Home.bindings.outputNames) == ["greeting", "phone"])
        #expect(Home.bindings.actionNames == ["signOut"])
    }
}
