import { createEmitter } from '../create-store.ts'

/** What the browser keeps of a signed-in person, under the specification's names. */
export interface SessionRecord {
  readonly AccessToken: string
  readonly userName: string
  readonly sessionId: string
}

const KEYS = ['AccessToken', 'userName', 'sessionId'] as const

/** The stored session. Reads go to the storage each time, as another tab may have signed out or rotated the token. */
export interface Session {
  read(): SessionRecord | undefined
  /** Stores a fresh session and tells the listeners. */
  start(record: SessionRecord): void
  /** Removes the three keys and tells the listeners. */
  end(): void
  /** Takes the new token of a `TokenChanged` header, if it answers for the stored one. */
  rotate(header: string | null): void
  /** Headers of every request; none without a token. */
  headers(pageRoute: string): Record<string, string>
  subscribe(listener: () => void): () => void
}

/** @param storage where the session lives; `localStorage` in the browser */
export function createSession(storage: Storage): Session {
  const changes = createEmitter()
  const read = (): SessionRecord | undefined => {
    const AccessToken = storage.getItem('AccessToken')
    if (!AccessToken) return undefined
    return {
      AccessToken,
      userName: storage.getItem('userName') ?? '',
      sessionId: storage.getItem('sessionId') ?? '',
    }
  }
  return {
    read,
    start(record) {
      for (const key of KEYS) storage.setItem(key, record[key])
      changes.emit()
    },
    end() {
      for (const key of KEYS) storage.removeItem(key)
      changes.emit()
    },
    rotate(header) {
      const next = rotatedToken(header, storage.getItem('AccessToken'))
      if (next) storage.setItem('AccessToken', next)
    },
    headers(pageRoute) {
      const record = read()
      if (!record) return {}
      return {
        authorization: `Bearer ${record.AccessToken}`,
        pageRoute: headerText(pageRoute),
        sessionId: headerText(record.sessionId),
        userName: headerText(record.userName),
      }
    },
    subscribe: changes.subscribe,
  }
}

/** Header values are Latin-1 at most; anything beyond is percent-encoded, as these headers are only written to a log. */
const headerText = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text))

/**
 * The token that a `TokenChanged` header puts in the stored one's place, or undefined when it answers for another.
 * The header is `{newToken}_{oldToken}`. Tokens may hold underscores themselves, so it is not split: it has to end
 * with an underscore and the stored token.
 */
export function rotatedToken(header: string | null, stored: string | null): string | undefined {
  if (!header || !stored) return undefined
  const tail = `_${stored}`
  if (!header.endsWith(tail)) return undefined
  const next = header.slice(0, -tail.length)
  return next === '' ? undefined : next
}
