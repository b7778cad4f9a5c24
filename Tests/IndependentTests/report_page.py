"""Uses the page of a report like a person, in a headless browser.

    report_page.py PAGE BROWSER

opens rows, filters by text, status and tag, with and without script, in light and dark, at a phone's
width and on paper. Ends with the word `done` on success. FLOW_SCREENSHOTS names a folder for
pictures.
"""

import os
import pathlib
import sys

from playwright.sync_api import expect, sync_playwright


def watched(context, address, problems):
    page = context.new_page()
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: problems.append(request.url)
            if not request.url.startswith("file://") else None)
    page.goto(address)
    return page


def shown(page):
    return page.locator("details.flow:visible").count()


def filters(page):
    every = page.locator("details.flow").count()
    assert shown(page) == every
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "query"
    page.keyboard.type("flow 69 guests smoke")
    expect(page.locator("#shown")).to_have_text(f"1 of {every} flows")
    assert shown(page) == 1
    page.keyboard.press("Escape")
    assert shown(page) == every
    page.locator("#show-passed").uncheck()
    failed = every - page.locator("details.flow.passed").count()
    expect(page.locator("#shown")).to_have_text(f"{failed} of {every} flows")
    assert shown(page) == failed
    page.locator("#show-passed").check()
    page.locator("#tag").select_option("smoke")
    tagged = page.locator("details.flow[data-tags*=smoke]").count()
    assert 0 < shown(page) == tagged < every
    page.locator("#tag").select_option("")
    assert shown(page) == every


def rows(page):
    row = page.locator("details.flow.flaky").nth(0)
    row.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(row.locator(".path svg").first).to_be_visible()
    expect(row.locator(".path text").first).to_be_visible()
    link = page.locator("#summary a").last
    target = link.get_attribute("href")
    link.click()
    expect(page.locator(target)).to_have_attribute("open", "")
    expect(page.locator(target).locator("summary")).to_be_in_viewport()
    expect(page.locator("#coverage table").first).to_contain_text("sign-on rule")


def without_script(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    every = shown(page)
    expect(page.locator("#query")).to_be_hidden()
    page.locator("#show-failed").uncheck()
    assert shown(page) == every - page.locator("details.flow.failed").count() < every
    row = page.locator("details.flow.passed").first
    row.locator("summary").click()
    expect(row.locator("svg").first).to_be_visible()
    context.close()


def looks(browser, address, problems):
    for scheme in ["light", "dark"]:
        for width in [1280, 390]:
            context = browser.new_context(
                color_scheme=scheme, viewport={"width": width, "height": 844})
            page = watched(context, address, problems)
            page.evaluate("for (const d of document.querySelectorAll('.flow')) d.open = true")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{wide} of {width}"
            ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
            parts = [int(part) for part in ground[4:-1].split(",")]
            assert (sum(parts) > 384) == (scheme == "light"), ground
            folder = os.environ.get("FLOW_SCREENSHOTS")
            if folder:
                page.screenshot(path=f"{folder}/report-{scheme}-{width}.png")
            context.close()
    context = browser.new_context(color_scheme="dark")
    page = watched(context, address, problems)
    page.emulate_media(media="print", color_scheme="dark")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(int(part) for part in ground[4:-1].split(",")) > 384, ground
    expect(page.locator("[role=search]")).to_be_hidden()
    assert len(page.pdf()) > 10_000
    context.close()


def look(path, browser_path):
    problems = []
    address = pathlib.Path(path).as_uri()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 844})
        page = watched(context, address, problems)
        assert page.evaluate("window.hurt") is None
        assert page.locator("img, iframe, link").count() == 0
        filters(page)
        rows(page)
        without_script(browser, address)
        looks(browser, address, problems)
        browser.close()
    assert not problems, problems
    print("done")


if __name__ == "__main__":
    expect.set_options(timeout=20_000)
    look(sys.argv[1], sys.argv[2])
