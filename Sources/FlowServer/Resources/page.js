"use strict";
(() => {
  // The interval between requests, in milliseconds; the page doesn't ask while it is hidden.
  const interval = 1000;
  const root = document.documentElement;
  root.classList.add("script");
  const state = document.getElementById("state");
  const news = document.getElementById("news");
  let tag = null, timer = null, heard = null;

  const clock = new Intl.DateTimeFormat([], { timeStyle: "medium" });
  const local = (part) => {
    for (const time of part.querySelectorAll("time"))
      time.textContent = clock.format(new Date(time.dateTime));
  };

  const path = (element, part) => {
    const steps = [];
    for (let at = element; at && at !== part; at = at.parentElement)
      steps.unshift([...at.parentElement.children].indexOf(at));
    return steps;
  };

  const show = (id, html) => {
    const part = document.getElementById(id);
    if (!part || part.dataset.shown === html) return;
    const closed = new Set(), open = new Set();
    for (const details of part.querySelectorAll("details[id]"))
      (details.open ? open : closed).add(details.id);
    const focus = part.contains(document.activeElement)
      ? path(document.activeElement, part) : null;
    part.innerHTML = html;
    part.dataset.shown = html;
    for (const details of part.querySelectorAll("details[id]"))
      if (open.has(details.id)) details.open = true;
      else if (closed.has(details.id)) details.open = false;
    local(part);
    if (focus) {
      let at = part;
      for (const step of focus) at = at && at.children[step];
      if (at && at.focus) at.focus();
    }
  };

  const look = async () => {
    clearTimeout(timer);
    if (!document.hidden) {
      try {
        const answer = await fetch("/flow/live", {
          headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store",
        });
        if (answer.status === 200) {
          tag = answer.headers.get("ETag");
          const live = await answer.json();
          for (const [id, html] of Object.entries(live.sections)) show(id, html);
          if (heard !== null && live.news !== heard) news.textContent = live.news;
          heard = live.news;
        }
        state.textContent = "live";
        root.classList.remove("lost");
      } catch {
        state.textContent = "the server is gone";
        root.classList.add("lost");
      }
    }
    timer = setTimeout(look, interval);
  };

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = document.createElement("textarea");
      field.value = text;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    await copy(button.dataset.copy);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });

  document.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const problem = form.querySelector(".problem"), written = form.elements.text;
    try {
      const answer = await fetch(form.getAttribute("action"), {
        method: "POST", body, headers: { Accept: "text/plain" },
      });
      if (!answer.ok) (problem || news).textContent = await answer.text();
      else if (problem) problem.textContent = "";
      if (answer.ok && written) written.value = "";
    } finally {
      look();
    }
  });

  document.addEventListener("visibilitychange", look);
  local(document);
  look();
})();
