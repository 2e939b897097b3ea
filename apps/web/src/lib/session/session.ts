import { createEmitter } from '../create-store.ts'

/** Stored values of a signed-in user, under the specification's names. */
export interface SessionRecord {
  readonly AccessToken: string
  readonly userName: string
  readonly sessionId: string
}

const KEYS = ['AccessToken', 'userName', 'sessionId'] as const

/**
 * The stored session. Each read goes to the storage, because another tab may have signed out or rotated the token.
 */
export interface Session {
  read(): SessionRecord | undefined
  /** Stores a new session and notifies the listeners. */
  start(record: SessionRecord): void
  /** Removes the three keys and notifies the listeners. */
  end(): void
  /** Stores the new token of a `TokenChanged` header, if the header refers to the stored token. */
  rotate(header: string | null): void
  /** Returns the headers of every request; none without a token. */
  headers(pageRoute: string): Record<string, string>
  subscribe(listener: () => void): () => void
}

/** @param storage storage of the session; `localStorage` in the browser */
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

/** Percent-encodes values outside ASCII. Header values are at most Latin-1, and these headers are only logged. */
const headerText = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text))

/**
 * Returns the new token of a `TokenChanged` header, or undefined if the header refers to another token. The header is
 * `{newToken}_{oldToken}`. Tokens may contain underscores, so the header is not split: it must end with an underscore
 * and the stored token.
 */
export function rotatedToken(header: string | null, stored: string | null): string | undefined {
  if (!header || !stored) return undefined
  const tail = `_${stored}`
  if (!header.endsWith(tail)) return undefined
  const next = header.slice(0, -tail.length)
  return next === '' ? undefined : next
}
