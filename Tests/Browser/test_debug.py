"""The debug mode for authors, from the console."""

import time

import pytest
from playwright.sync_api import expect


@pytest.fixture
def console(form):
    lines = []
    form.page.on("console", lambda message: lines.append(message.text))
    form.page.evaluate("pantograph.debug()")
    form.wait_online()
    form.wait_until(lambda: any("debug mode" in line for line in lines), "no help")
    return lines


def test_frames_are_logged_and_secrets_are_not(form, console):
    form.wait_until(lambda: form.events("resume"), "not connected through the link")
    form.wait_online()
    form.field("secret").fill("s3cret")
    form.field("word").fill("x")

    form.wait_until(lambda: any("↓" in line and "no x" in line for line in console), "no answer logged")
    assert any("↑" in line and '"word":"x"' in line for line in console)
    assert any('"secret":"•••"' in line for line in console)
    assert not any("s3cret" in line for line in console)


def test_a_delay_goes_both_ways_and_outlives_a_reload(form, console):
    for _ in range(2):
        form.page.evaluate("pantograph.delay(200)")
        form.page.reload()
        form.wait_online()
        form.field("word").fill("")

        start = time.monotonic()
        form.field("word").fill("x")
        expect(form.field("word")).to_have_value("")
        assert time.monotonic() - start >= 0.4


def test_frames_keep_their_order_when_the_delay_changes(form, console, made_up):
    form.page.evaluate("pantograph.delay(300)")
    form.field("code").fill("1")
    form.page.evaluate("pantograph.delay(0)")
    form.field("code").fill("12")

    form.wait_until(lambda: len(made_up.values("code")) == 2, "unsent")
    assert made_up.values("code") == ["1", "12"]


def test_a_connection_is_lost_and_mended(form, console, made_up):
    form.page.evaluate("pantograph.lose()")
    form.wait_for("offline")
    form.button("go").click()
    form.page.evaluate("pantograph.mend()")

    form.wait_online().wait_acknowledged()
    assert made_up.taps() == ["go"]


def test_a_frozen_link_lets_nothing_through_and_closes_nothing(form, console, made_up):
    form.page.evaluate("pantograph.freeze()")
    form.button("go").click()
    form.page.evaluate("new Promise(resolve => setTimeout(resolve, 100))")
    assert made_up.taps() == []
    form.page.evaluate("pantograph.thaw()")

    form.wait_acknowledged()
    assert made_up.taps() == ["go"]


def test_it_ends_when_it_is_told_to(form, console):
    form.page.evaluate("pantograph.off()")
    form.page.reload()
    form.wait_online()
    console.clear()
    form.field("word").fill("one")
    form.wait_acknowledged()

    assert console == []
    assert form.page.evaluate("WebSocket.name") == "WebSocket"
