"""Uses the page of `flow serve` like a person, in a headless browser.

    page.py FLOW BROWSER

serves an org, watches a sign-in that a second process makes, copies its code from the page,
approves a push, adds faults to the org, and checks the page without script, in light and dark, and
at a phone's width. Ends with 0 and the word `done` on success. FLOW_SCREENSHOTS names a folder
for pictures.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

ORG = """
org acme {
  authenticators password, email, okta-verify via push or totp
  user "jane@example.com" {
    password "Correct-Horse-1"
    first-name "Jane"
    okta-verify "JBSWY3DPEHPK3PXP"
    groups staff
  }
  user "sam@example.com" { password "Battery-Staple-2"; status locked }
  sign-on     { require password and possession }
  okta-verify { number-challenge on }
}
"""

SCRIPT = """
on identify answer identifier = "jane@example.com"
on challenge password answer passcode = "Correct-Horse-1"
on select-authenticator choose %s
%s
expect success
"""

BY_MAIL = SCRIPT % ("email", 'on challenge email answer code = run "sh wait.sh"')
BY_PUSH = SCRIPT % ("okta-verify via push", "on challenge-poll poll every 200ms for 30s")
# Opening the pipe waits for the writer of the code.
WAIT = "cat code\n"
MARKUP = "<img src=x onerror=window.hurt=1>"


class Served:
    """`flow serve` with an org, and runs against it."""

    def __init__(self, flow, folder):
        self.flow, self.folder = flow, folder
        for name, text in [
            ("org.flow", ORG), ("mail.flow", BY_MAIL), ("push.flow", BY_PUSH), ("wait.sh", WAIT),
            ("markup.flow", f'on identify once answer identifier = "{MARKUP}"\n'),
        ]:
            (folder / name).write_text(text)
        os.mkfifo(folder / "code")
        self.process = subprocess.Popen(
            [flow, "serve", "org.flow", "--port", "0", "--json"], cwd=folder,
            stdout=subprocess.PIPE, text=True)
        self.at = json.loads(self.process.stdout.readline())

    def run(self, script):
        return subprocess.Popen(
            [self.flow, "run", script, "--allow-run", "--issuer", self.at["issuer"],
             "--client-id", self.at["clientId"], "--redirect-uri", self.at["redirectUri"]],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=20)


def finish(run):
    output, _ = run.communicate(timeout=30)
    assert run.returncode == 0, output


def mail(page, served):
    run = served.run("mail.flow")
    signs = page.locator("#sign-ins")
    expect(signs.locator("summary .tag").first).to_have_text("challenge-authenticator Email")
    expect(signs.locator("summary b").first).to_have_text("jane@example.com")
    code = page.locator("#inbox .code code").first.inner_text()
    assert code.isdigit() and len(code) == 6, code
    expect(page.locator("#news")).to_contain_text(code)
    # By keyboard, like a user who doesn't see the page.
    button = page.get_by_role("button", name=f"Copy the code {code}")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#inbox .copy").first).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == code, copied
    (served.folder / "code").write_text(copied + "\n")
    finish(run)
    expect(signs.locator("summary .tag").first).to_have_text("has tokens")
    expect(signs.locator("dl").first).to_contain_text("Password, Email")


def push(page, served):
    run = served.run("push.flow")
    expect(page.locator("#phones .number")).to_contain_text("The number to match is")
    expect(page.locator("#phones h3")).to_have_text("jane@example.com")
    shoot(page, "push")
    page.get_by_role("button", name="Approve").click()
    finish(run)
    expect(page.locator("#phones")).to_contain_text("No push waits")


def markup(page, served):
    served.run("markup.flow").communicate(timeout=30)
    expect(page.locator("#sign-ins")).to_contain_text(MARKUP)
    assert page.evaluate("window.hurt") is None
    assert page.locator("#sign-ins img").count() == 0


def faults(page, served):
    part, written = page.locator("#faults"), page.get_by_label("or a typed fault")
    expect(part).to_contain_text("There are no faults")
    page.locator("select[name=when]").select_option("identify")
    page.locator("select[name=often]").select_option("once")
    page.locator("select[name=what]").select_option("429")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(part).to_contain_text("identify once: 429 not yet")
    written.fill("chalenge: drop")
    written.press("Enter")
    problem = page.get_by_role("alert").filter(has_text="did you mean `challenge`?")
    expect(problem).to_be_visible()
    expect(written).to_have_value("chalenge: drop")
    written.fill("token: drop")
    written.press("Enter")
    expect(part).to_contain_text("token: drop")
    expect(problem).to_be_hidden()
    expect(written).to_have_value("")
    served.run("markup.flow").communicate(timeout=30)
    expect(part).to_contain_text("happened once, over")
    expect(page.locator("#sign-ins details").first).to_contain_text("Fault: identify once: 429")
    shoot(page, "faults")
    page.get_by_role("button", name="Remove the fault token: drop").click()
    expect(part).not_to_contain_text("token: drop")
    page.get_by_role("button", name="Remove all").click()
    expect(part).to_contain_text("There are no faults")


def without_script(browser, served):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    run = served.run("push.flow")
    approve = page.get_by_role("button", name="Approve")
    # Without script the page is reloaded; each look is independent.
    for _ in range(200):
        page.goto(served.at["page"])
        if approve.count():
            break
    expect(page.locator(".copy").first).to_be_hidden()
    approve.click()
    assert page.url.endswith("/#phones"), page.url
    finish(run)
    written = page.get_by_label("or a typed fault")
    for text in ["chalenge: drop", "keys: 500"]:
        written.fill(text)
        written.press("Enter")
        if text == "chalenge: drop":
            expect(page.get_by_role("alert").last).to_contain_text("did you mean `challenge`?")
            expect(written).to_have_value(text)
    assert page.url.endswith("/#faults"), page.url
    page.get_by_role("button", name="Remove the fault keys: 500").click()
    expect(page.locator("#faults")).to_contain_text("There are no faults")
    context.close()


def looks(browser, served):
    for scheme in ["light", "dark"]:
        for width in [1280, 390]:
            context = browser.new_context(
                color_scheme=scheme, viewport={"width": width, "height": 844})
            page = context.new_page()
            page.goto(served.at["page"])
            expect(page.locator("#state")).to_have_text("live")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{wide} of {width}"
            ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
            parts = [int(part) for part in ground[4:-1].split(",")]
            assert (sum(parts) > 384) == (scheme == "light"), ground
            # Every button is large enough for a finger.
            for box in page.locator("button:visible").all():
                assert box.bounding_box()["height"] >= 36
            shoot(page, f"{scheme}-{width}")
            context.close()


def shoot(page, name):
    folder = os.environ.get("FLOW_SCREENSHOTS")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def look(flow, browser_path):
    problems = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(flow, pathlib.Path(folder))
        try:
            browser = playwright.chromium.launch(
                executable_path=browser_path, args=["--no-sandbox"])
            context = browser.new_context()
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            page = context.new_page()
            page.on("console", lambda message: problems.append(message.text))
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.goto(served.at["page"])
            expect(page.get_by_role("heading", level=1)).to_contain_text("acme")
            expect(page.locator("#sign-ins")).to_contain_text("There are no sign-ins yet")
            expect(page.locator("#state")).to_have_text("live")
            mail(page, served)
            push(page, served)
            markup(page, served)
            faults(page, served)
            without_script(browser, served)
            looks(browser, served)
            status = served.stop()
            assert status == 0, status
            expect(page.locator("#state")).to_have_text("the server is gone")
            browser.close()
        finally:
            if served.process.poll() is None:
                served.process.kill()
    # The browser's messages about a server that is gone, and a refused fault, aren't problems.
    known = ["ERR_CONNECTION", "ERR_EMPTY", "status of 400 (Bad Request)"]
    problems = [text for text in problems if not any(part in text for part in known)]
    assert not problems, problems
    print("done")


if __name__ == "__main__":
    expect.set_options(timeout=20_000)
    look(sys.argv[1], sys.argv[2])
