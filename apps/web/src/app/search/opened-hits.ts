import type { SearchHit } from './search-hit.ts'

/** Opened hit as it is stored: its address and its text. */
export interface OpenedHit {
  readonly key: string
  readonly text: string
  readonly detail: string
  readonly href: string
  readonly newTab: boolean
}

/** Maximum number of stored hits. */
const MOST = 6

/** Returns the storage key of a user, because users of a shared workstation have separate lists. */
const storageKey = (userName: string): string => `wardtrack.opened-hits.${userName}`

const isOpenedHit = (value: unknown): value is OpenedHit => {
  const { key, text, detail, href, newTab } = (value ?? {}) as Partial<Record<keyof OpenedHit, unknown>>
  return [key, text, detail, href].every((part) => typeof part === 'string') && typeof newTab === 'boolean'
}

/** Returns the hits that a user opened in this browser, newest first. */
export function readOpenedHits(userName: string): OpenedHit[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userName)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isOpenedHit).slice(0, MOST) : []
  } catch {
    return []
  }
}

/**
 * Stores an opened hit unless it may reveal a patient. Typed text is never stored: it may be a patient's name even
 * without results.
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
    // A browser without storage space keeps no hits.
  }
}
