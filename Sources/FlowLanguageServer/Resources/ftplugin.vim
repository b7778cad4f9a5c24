if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1
setlocal commentstring=#\ %s comments=:# expandtab shiftwidth=2 softtabstop=2
setlocal iskeyword=@,48-57,_,-,.,192-255
if executable("flow")
  setlocal formatprg=flow\ fmt\ -
  setlocal makeprg=flow\ check\ %
endif
let b:undo_ftplugin = "setlocal cms< com< et< sw< sts< isk< fp< mp<"
