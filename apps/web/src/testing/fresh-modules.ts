import { vi } from 'vitest'

// Test files share a process and its window, and therefore the modules of node_modules (docs/adr/0002). The console's
// own modules hold state (the query cache, the session, the live stream), so each file gets new ones and an empty
// page. This must be the first set-up file, because the next one imports them.
vi.resetModules()

document.head.replaceChildren()
document.body.replaceChildren()
for (const name of document.documentElement.getAttributeNames())
  document.documentElement.removeAttribute(name)
document.title = ''
localStorage.clear()
sessionStorage.clear()
window.history.replaceState(null, '', '/')
