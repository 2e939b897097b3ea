import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { BrowserTest } from './browser.ts'
import { findingsOn } from './console-session.ts'

/** A page by its path, and an element of the complete page. */
export type CompletePage = readonly [path: string, complete: (page: Page) => Locator]

/** Declares tests that axe finds no serious problems on pages, at both widths and in both colour schemes. */
export function findNothingOn(running: BrowserTest, pages: readonly CompletePage[]): void {
  describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
    test.each(pages)('axe finds no serious problems on %s, light and dark', async (path, complete) => {
      expect(await findingsOn(running, size, path, complete)).toEqual([])
    })
  })
}
