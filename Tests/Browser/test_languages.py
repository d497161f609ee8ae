"""Pages and texts in the language that the browser asks for."""

import re

import pytest
from conftest import Tab
from playwright.sync_api import expect

HEADINGS = {
    "ja": {"phone-number": "電話番号", "confirm-code": "認証コードの確認", "profile": "プロフィール", "home": "ホーム"},
    "ko": {"phone-number": "전화번호", "confirm-code": "인증번호 확인", "profile": "프로필", "home": "홈"},
    "ru": {"phone-number": "Номер телефона", "confirm-code": "Подтверждение кода", "profile": "Профиль",
           "home": "Главная"},
}
SCRIPTS = {"ja": r"[ぁ-んァ-ヶ一-龠]", "ko": r"[가-힣]", "ru": r"[а-яё]"}


@pytest.fixture
def speak(browser, link):
    """Makes a tab of a browser that prefers a language."""
    tabs = []

    def speak(locale):
        tabs.append(Tab(browser.new_context(locale=locale), f"http://127.0.0.1:{link.port}"))
        return tabs[-1]

    yield speak
    for tab in tabs:
        assert tab.problems == []
        tab.page.context.close()


def heading(tab, text):
    expect(tab.page.locator("h1")).to_have_text(text)


@pytest.mark.parametrize("locale, language", [
    ("ja-JP", "ja"), ("ko-KR", "ko"), ("ru-RU", "ru"), ("ru", "ru"), ("en-GB", "en"), ("fr-FR", "en"), ("zh-TW", "en"),
])
def test_a_page_and_its_session_agree_on_the_language(speak, locale, language):
    tab = speak(locale).open("profile")

    expect(tab.page.locator("html")).to_have_attribute("lang", language)
    assert [message["locale"] for message in tab.sent if "open" in message] == [language]


@pytest.mark.parametrize("language", HEADINGS)
def test_a_sign_in_stays_in_its_language(speak, server, number, language):
    headings, says = HEADINGS[language], re.compile(SCRIPTS[language])
    tab = speak(language).open("phone-number")
    heading(tab, headings["phone-number"])
    tab.field("phoneNumber1").fill(number)
    tab.button("sendCode").click()
    expect(tab.page.get_by_role("dialog")).to_contain_text(says)
    tab.page.keyboard.press("Enter")

    heading(tab, headings["confirm-code"])
    expect(tab.page).to_have_title(f"{headings['confirm-code']} · Pantograph")
    code = server.code(number)
    tab.field("code").fill(f"{(int(code) + 1) % 10**6:06}")
    expect(tab.text("errors")).to_have_text(says)
    tab.field("code").fill(code)
    heading(tab, headings["profile"])
    tab.field("name").fill("Aiko")
    tab.button("save").click()

    heading(tab, headings["home"])
    expect(tab.text("greeting")).to_have_text(says)
    expect(tab.text("greeting")).to_contain_text("Aiko")
    expect(tab.page.locator("html")).to_have_attribute("lang", language)


def test_a_reload_keeps_the_language(speak):
    tab = speak("ru").open("registration")
    tab.field("mail").fill("a@b")
    expect(tab.text("invalidMail")).to_have_text("Введите правильный адрес электронной почты.")

    tab.page.reload()

    tab.wait_online()
    expect(tab.text("invalidMail")).to_have_text("Введите правильный адрес электронной почты.")


def test_the_time_of_the_last_connection_is_told_as_people_tell_it(speak, link):
    tab = speak("ko").open("counter")

    link.cut()
    tab.wait_for("offline")

    expect(tab.page.locator("[data-notice=offline]")).to_have_text(re.compile(r"^오[전후] \d+:\d\d부터 오프라인"))


@pytest.mark.parametrize("language, said", [
    ("en", r"No code\? Ask for a new one in \d s\."), ("ja", r"コードが届かない場合は、あと\d秒で再送信できます。"),
    ("ko", r"인증번호가 오지 않았나요\? \d초 후에 다시 받을 수 있습니다\."),
    ("ru", r"Не пришёл код\? Новый можно запросить через \d сек\."),
])
def test_a_countdown_is_announced_as_a_sentence(speak, number, language, said):
    tab = speak(language).open("phone-number")
    tab.page.evaluate("""() => {
        window.said = []
        const region = document.querySelector("[data-announcer=countdown]")
        new MutationObserver(() => window.said.push(region.textContent)).observe(region, { childList: true })
    }""")
    tab.field("phoneNumber1").fill(number)
    tab.button("sendCode").click()
    expect(tab.page.get_by_role("dialog")).to_be_visible()
    tab.page.keyboard.press("Enter")
    expect(tab.page.get_by_role("timer")).not_to_be_empty()

    assert re.fullmatch(said, tab.page.evaluate("window.said[0]"))


def test_digits_left_out_are_counted_in_words_that_fit_the_number(speak):
    tab = speak("ru").open("phone-number")

    for count, words in ((2, "2 цифры не поместились"), (5, "5 цифр не поместились"), (21, "21 цифра не поместилась")):
        tab.field("phoneNumber1").fill("")
        tab.wait_acknowledged()
        tab.field("phoneNumber1").fill("1" * (13 + count))
        expect(tab.text("errors")).to_contain_text(words)
