extension Texts {
    /// 한국어
    public static let korean = Texts(
        success: "완료",
        sorry: "죄송합니다",
        failed: "서버에 문제가 발생했습니다. 잠시 후 다시 시도해 주세요.",
        codeSent: "인증번호를 보냈습니다.",
        newCodeSent: "새 인증번호를 보냈습니다.",
        codeIsWrong: "인증번호가 올바르지 않습니다. 확인한 후 다시 입력해 주세요.",
        codeIsSpent: "이 인증번호는 더 이상 사용할 수 없습니다. 새 인증번호를 받아 주세요.",
        tooManyMessages: "이 번호로 하루에 받을 수 있는 인증번호 횟수를 초과했습니다. 내일 다시 시도해 주세요.",
        tooManyMessagesFromHere: "사용 중인 네트워크에서 보낼 수 있는 인증번호 횟수를 초과했습니다. 내일 다시 시도해 주세요.",
        messageNotSent: "문자 메시지를 보내지 못했습니다. 잠시 후 다시 시도해 주세요.",
        digitsLeftOut: { "번호가 너무 길어 마지막 \($0)자리는 입력되지 않았습니다." },
        codeMessage: { "인증번호는 \($0)입니다. 다른 사람에게 알려 주지 마세요." },
        profileSaved: "프로필을 저장했습니다.",
        urlIsInvalid: "https:// 또는 http://로 시작하는 주소를 입력해 주세요.",
        greeting: { "\($0)님, 환영합니다!" },
        mailIsInvalid: "올바른 이메일 주소를 입력해 주세요.",
        mailIsTaken: "이미 가입된 이메일 주소입니다.",
        passwordsDiffer: "비밀번호가 일치하지 않습니다.",
        registered: "가입되었습니다.",
        busy: "잠시만 기다려 주세요",
        tooManyRegistrations: "지금 가입 신청이 많습니다. 몇 초 후에 다시 시도해 주세요."
    )
}
