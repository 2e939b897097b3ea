import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { BrowserTest } from './browser.ts'
import { findingsOn } from './console-session.ts'

/** A page by its path, and what it shows once it is complete. */
export type CompletePage = readonly [path: string, complete: (page: Page) => Locator]

/** Asks axe what is serious on pages, at both widths and in both schemes. */
export function findNothingOn(running: BrowserTest, pages: readonly CompletePage[]): void {
  describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
    test.each(pages)('axe finds nothing serious on %s, light and dark', async (path, complete) => {
      expect(await findingsOn(running, size, path, complete)).toEqual([])
    })
  })
}
