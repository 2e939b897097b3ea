import { vi } from 'vitest'

// Test files share a process and its window, and with them what comes from node_modules (docs/adr/0083). The console's
// own modules hold state (the query cache, the session, the live stream), so each file gets them anew, on an empty page.
// The first of the set-up files: the next one imports them.
vi.resetModules()

document.head.replaceChildren()
document.body.replaceChildren()
for (const name of document.documentElement.getAttributeNames())
  document.documentElement.removeAttribute(name)
document.title = ''
localStorage.clear()
sessionStorage.clear()
window.history.replaceState(null, '', '/')
