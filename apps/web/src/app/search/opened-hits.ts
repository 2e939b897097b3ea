import type { SearchHit } from './search-hit.ts'

/** What is kept of a hit that was opened: an address, and how it was shown. */
export interface OpenedHit {
  readonly key: string
  readonly text: string
  readonly detail: string
  readonly href: string
  readonly newTab: boolean
}

/** Hits that are kept. */
const MOST = 6

/** Each person of a shared workstation has a list of their own. */
const storageKey = (userName: string): string => `wardtrack.opened-hits.${userName}`

const isOpenedHit = (value: unknown): value is OpenedHit => {
  const { key, text, detail, href, newTab } = (value ?? {}) as Partial<Record<keyof OpenedHit, unknown>>
  return [key, text, detail, href].every((part) => typeof part === 'string') && typeof newTab === 'boolean'
}

/** What a person opened from the search in this browser, the latest first. */
export function readOpenedHits(userName: string): OpenedHit[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userName)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isOpenedHit).slice(0, MOST) : []
  } catch {
    return []
  }
}

/**
 * Remembers a hit that was opened, unless it may tell of a patient. What was typed is never kept: it may be a patient's
 * name even where nothing was found.
 */
export function rememberOpenedHit(
  userName: string,
  { key, text, detail, target, remembered }: SearchHit,
): void {
  if (!remembered || !('href' in target)) return
  const before = readOpenedHits(userName).filter((opened) => opened.key !== key)
  const opened = [{ key, text, detail, ...target }, ...before].slice(0, MOST)
  try {
    localStorage.setItem(storageKey(userName), JSON.stringify(opened))
  } catch {
    // A browser without room for it goes without.
  }
}
