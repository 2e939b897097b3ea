import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What the manifest of the legacy build says of its entry. */
interface ManifestEntry {
  readonly file: string
  readonly isEntry?: boolean
}

/**
 * Tells `browser-check.js` by an attribute of its script element which script older browsers have to load. Its entry
 * holds its own styles. The development server serves modern browsers only.
 */
export function legacyFiles(dist: string): Plugin {
  return {
    name: 'wardtrack:legacy-files',
    apply: 'build',
    transformIndexHtml(html) {
      const text = readFileSync(join(dist, '.vite/manifest-legacy.json'), 'utf8')
      const entries = Object.values(JSON.parse(text) as Record<string, ManifestEntry>)
      const entry = entries.find(({ isEntry }) => isEntry)
      if (!entry) throw new Error('The legacy build has no entry.')
      return html.replace(
        'src="/assets/browser-check.js"',
        `src="/assets/browser-check.js" data-legacy-script="/${entry.file}"`,
      )
    },
  }
}
