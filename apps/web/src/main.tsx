import { start } from './start.tsx'

// Older browsers get a build of their own: `browser-check.js` has loaded it when it finds this one too new for them.
if (document.documentElement.dataset['browser'] === 'modern') start()
