import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Entry of the legacy build's manifest. */
interface ManifestEntry {
  readonly file: string
  readonly isEntry?: boolean
}

/**
 * Adds the script for older browsers as an attribute of the `browser-check.js` element. The legacy entry contains its
 * own styles. The development server serves only modern browsers.
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
