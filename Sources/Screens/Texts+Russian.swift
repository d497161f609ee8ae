extension Texts {
    /// Русский
    public static let russian = Texts(
        success: "Готово",
        sorry: "Извините",
        failed: "У нас что-то пошло не так. Попробуйте ещё раз чуть позже.",
        codeSent: "Код отправлен на ваш номер.",
        newCodeSent: "Новый код отправлен.",
        codeIsWrong: "Неверный код. Проверьте его и введите ещё раз.",
        codeIsSpent: "Этот код больше не действует. Запросите новый.",
        tooManyMessages: "Сегодня на этот номер больше нельзя отправить код. Попробуйте завтра.",
        tooManyMessagesFromHere: "Из вашей сети сегодня больше нельзя запросить код. Попробуйте завтра.",
        messageNotSent: "Не удалось отправить сообщение. Попробуйте ещё раз чуть позже.",
        digitsLeftOut: { count in
            plural(
                count,
                one: "\(count) цифра не поместилась и была отброшена.",
                few: "\(count) цифры не поместились и были отброшены.",
                many: "\(count) цифр не поместились и были отброшены.")
        },
        codeMessage: { "Ваш код: \($0). Никому его не сообщайте." },
        profileSaved: "Профиль сохранён.",
        urlIsInvalid: "Введите полный адрес, с https:// или http:// в начале.",
        greeting: { "Добро пожаловать, \($0)!" },
        mailIsInvalid: "Введите правильный адрес электронной почты.",
        mailIsTaken: "Этот адрес уже зарегистрирован.",
        passwordsDiffer: "Пароли не совпадают.",
        registered: "Вы зарегистрированы.",
        busy: "Одну минуту",
        tooManyRegistrations: "Сейчас регистрируется много людей. Попробуйте ещё раз через несколько секунд."
    )

    /// What stands after a whole number, by the plural rules of CLDR for Russian.
    private static func plural(_ count: Int, one: String, few: String, many: String) -> String {
        switch (count % 10, count % 100) {
        case (_, 11...14): many
        case (1, _): one
        case (2...4, _): few
        default: many
        }
    }
}
