import { start } from './start.tsx'

// Older browsers have a separate build, which `browser-check.js` has loaded if this one is too new for them.
if (document.documentElement.dataset['browser'] === 'modern') start()
