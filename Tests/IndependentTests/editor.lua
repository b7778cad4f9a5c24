-- Drives `flow lsp` with Neovim's own client, headless.
--
--   nvim --headless -u NONE -i NONE -n --cmd "let g:flow='FLOW'" -c "luafile editor.lua"
--
-- opens scripts in a temporary folder and asserts the contents of the editor. Ends with 0 and the
-- word `done` on success.

local flow = vim.g.flow
local folder = vim.loop.fs_realpath(vim.fn.tempname():match("^(.*)/")) .. "/scripts"
vim.fn.mkdir(folder, "p")

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  file:close()
end

local function same(found, wanted, what)
  if not vim.deep_equal(found, wanted) then
    error(what .. "\nfound  " .. vim.inspect(found) .. "\nwanted " .. vim.inspect(wanted), 2)
  end
end

-- Waits for the editor's reaction to a message.
local function await(what, condition)
  if not vim.wait(30000, condition, 20) then error("waited in vain: " .. what, 2) end
end

local people = [[
profile jane {
  identifier = "jane@example.com"
  password   = secret JANE
}
]]

local script = [[
import "people.flow"

flow "signs in" {
  use jane
  let mail = inbox email
  on identfy answer identifier
  on challenge email   answer code = mail
  expect succes
}
]]

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end
local function text() return table.concat(lines(), "\n") .. "\n" end

-- Puts the cursor on a text in the document.
local function go(wanted, inside)
  for number, line in ipairs(lines()) do
    local start = line:find(wanted, 1, true)
    if start then
      vim.api.nvim_win_set_cursor(0, { number, start - 1 + (inside or 0) })
      return
    end
  end
  error("there is no " .. wanted, 2)
end

local function attach()
  local config = { name = "flow", cmd = { flow, "lsp" }, root_dir = folder }
  if vim.lsp.start then return assert(vim.lsp.start(config)) end
  local id = assert(vim.lsp.start_client(config))
  assert(vim.lsp.buf_attach_client(0, id))
  return id
end

local client

local function ask(method, more)
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  for name, value in pairs(more or {}) do params[name] = value end
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, 30000), method)
  local answer = answers[client]
  assert(answer and not answer.err, method .. vim.inspect(answer))
  return answer.result
end

local function codes()
  local found = {}
  for _, item in ipairs(vim.diagnostic.get(0)) do table.insert(found, item.code) end
  table.sort(found)
  return found
end

local function labels(wanted, inside)
  go(wanted, inside)
  local found = {}
  for _, item in ipairs(ask("textDocument/completion")) do found[item.label] = true end
  return found
end

local function apply(edit) vim.lsp.util.apply_workspace_edit(edit, "utf-16") end

local function main()
  write("people.flow", people)
  write("a.flow", script)
  vim.o.hidden = true
  vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/a.flow"))
  vim.bo.filetype = "flow"
  client = attach()
  await("problems", function() return #vim.diagnostic.get(0) == 2 end)
  same(codes(), { "unknown-fact", "unknown-step" }, "problems")
  same(vim.diagnostic.get(0)[1].lnum, 5, "the line of a problem")

  -- One misspelled word by a code action, the other by hand.
  go("identfy")
  local whole = { start = { line = 5, character = 5 }, ["end"] = { line = 5, character = 12 } }
  local actions = ask("textDocument/codeAction", { range = whole, context = { diagnostics = {} } })
  same(actions[1].title, "Write `identify`", "an action")
  apply(actions[1].edit)
  same(lines()[6], "  on identify answer identifier", "what an action writes")
  go("succes", 6)
  vim.cmd("normal! as")
  same(lines()[8], "  expect success", "what was typed")
  await("no problems", function() return #vim.diagnostic.get(0) == 0 end)

  local offered = labels("identify", 2)
  assert(offered.identify and offered["identify-recovery"] and not offered.answer, "steps")
  assert(labels("= mail", 2).mail, "values")
  assert(labels("use jane", 4).jane, "profiles")

  go("identify", 2)
  local hover = ask("textDocument/hover")
  assert(hover.contents.value:find("a step", 1, true), vim.inspect(hover))
  go("use jane", 5)
  local place = ask("textDocument/definition")
  same(vim.uri_to_fname(place.uri), folder .. "/people.flow", "a definition")

  -- Two names, the second in a file that isn't open.
  go("= mail", 3)
  vim.lsp.buf.rename("post")
  await("a rename", function() return text():find("let post", 1, true) ~= nil end)
  same(lines()[7], "  on challenge email   answer code = post", "a rename")
  go("use jane", 5)
  vim.lsp.buf.rename("joe")
  await("a rename", function() return text():find("use joe", 1, true) ~= nil end)
  local other = vim.fn.bufadd(folder .. "/people.flow")
  vim.fn.bufload(other)
  same(vim.api.nvim_buf_get_lines(other, 0, 1, false)[1], "profile joe {", "a rename elsewhere")
  -- The other file isn't open in the server: it is read again from the disk.
  await("the renamed profile is missed", function() return #vim.diagnostic.get(0) > 0 end)
  vim.api.nvim_buf_call(other, function() vim.cmd("silent write") end)
  vim.cmd("silent write")
  await("what is saved is read", function() return #vim.diagnostic.get(0) == 0 end)

  if vim.lsp.buf.format then
    vim.lsp.buf.format({ async = false, timeout_ms = 30000 })
  else
    vim.lsp.buf.formatting_sync(nil, 30000)
  end
  same(lines()[6], "  on identify        answer identifier", "a form")
  same(lines()[7], "  on challenge email answer code = post", "a form")
  local lenses = ask("textDocument/codeLens")
  same(lenses[1].command.command, "flow.run", "a lens")
  same(lenses[1].command.arguments[2], "signs in", "a lens")

  local handle = vim.lsp.get_client_by_id(client)
  handle.stop()
  await("an end", function() return handle.is_stopped() end)
end

local ok, fault = xpcall(main, debug.traceback)
vim.fn.delete(folder, "rf")
io.stdout:write(ok and "done\n" or fault .. "\n")
vim.cmd(ok and "qall!" or "cquit!")
