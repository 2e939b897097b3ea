import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Express } from '@wardtrack/service-kit'
import express from 'express'

/** Folder of the console's build in the repository. */
export const CONSOLE_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))

const POLICY = 'Content-Security-Policy'
/** Additional policy of the console's page: its scripts cannot create HTML from text. */
const PAGE_POLICY = "require-trusted-types-for 'script';trusted-types default"

/**
 * Serves the console's build. Browsers cache hashed files for a year and revalidate the page each time, so an update
 * is visible immediately. The console uses hash routes: only `/` is a page.
 */
export function serveConsole(app: Express, dir = CONSOLE_DIR): void {
  if (!existsSync(join(dir, 'index.html'))) return
  const hashed = join(dir, 'assets')
  app.use(
    express.static(dir, {
      index: 'index.html',
      redirect: false,
      dotfiles: 'ignore',
      setHeaders: (response, path) => {
        const fixed = path.startsWith(hashed) && /-[A-Za-z0-9_-]{8}\.\w+$/.test(path)
        response.setHeader('Cache-Control', fixed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (path.endsWith('.html')) {
          response.setHeader(POLICY, [response.getHeader(POLICY), PAGE_POLICY].flat().join(';'))
        }
      },
    }),
  )
}
