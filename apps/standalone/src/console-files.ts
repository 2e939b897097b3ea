import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Express } from '@wardtrack/service-kit'
import express from 'express'

/** Where the console's build stands in the repository. */
export const CONSOLE_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))

const POLICY = 'Content-Security-Policy'
/** What the console's page asks for besides the policy of every answer: its scripts cannot write HTML from text. */
const PAGE_POLICY = "require-trusted-types-for 'script';trusted-types default"

/**
 * Serves the console's build. Hashed files are kept by browsers for a year, the page itself is asked for again each
 * time, so that an update is seen at once. The console's addresses are hashes: only `/` is a page.
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
