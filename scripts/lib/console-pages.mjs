import { readFileSync } from 'node:fs'
import { at } from './paths.mjs'

/** Table of the console's pages, relative to the console's sources. */
export const PAGE_TABLE = 'app/pages.ts'

/**
 * Reads the table of the console's pages.
 * @returns {{ page: string, file: string }[]} the source that each page loads, relative to the console's sources
 */
export function consolePages() {
  const table = readFileSync(at('apps', 'web', 'src', PAGE_TABLE), 'utf8')
  const pages = [...table.matchAll(/^ {2}'?([\w/-]+)'?: \(\) =>\s+import\('\.\.\/([^']+)'\)/gm)]
  if (pages.length !== table.split('import(').length - 1)
    throw new Error(`${PAGE_TABLE}: a page is not written as the checks read it`)
  return pages.map(([, page, file]) => ({ page, file }))
}
