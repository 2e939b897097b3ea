import type { ProviderLogFacts } from '@wardtrack/database'

/** A request to a provider's own address that gave no items. */
export type TurnedAway = {
  provider: string
  endpoint: string
  /** code of the error, or `no_items` */
  code: string
  /** first characters of the body, masked; empty when the body was not read */
  beginning: string
}

/** Lines about requests that gave no items, few enough that nobody can flood a log. */
export type TurnedAwayLines = {
  note(request: TurnedAway): void
  /** returns the lines that are due, as provider and facts; all of them at the end */
  takeDue(now: number, isEnd?: boolean): { provider: string; facts: ProviderLogFacts }[]
}

/** Between two lines of a provider, endpoint and code: longer where the sender is not known. */
const PAUSE_MS = 60_000
const UNKNOWN_SENDER_PAUSE_MS = 15 * 60_000
const MAX_KINDS = 500

type Kind = TurnedAway & { count: number; writtenAt: number }

/** Collects requests that gave no items: the first of a kind makes a line soon, the next ones are counted. */
export function createTurnedAwayLines(): TurnedAwayLines {
  const kinds = new Map<string, Kind>()
  const isDue = ({ code, count, writtenAt }: Kind, now: number): boolean =>
    count > 0 && now - writtenAt >= (code === 'unauthenticated' ? UNKNOWN_SENDER_PAUSE_MS : PAUSE_MS)
  return {
    note: (request) => {
      const key = `${request.provider} ${request.endpoint} ${request.code}`
      const known = kinds.get(key)
      if (known) {
        if (known.count === 0) known.beginning = request.beginning
        known.count += 1
      } else if (kinds.size < MAX_KINDS) kinds.set(key, { ...request, count: 1, writtenAt: 0 })
    },
    takeDue: (now, isEnd = false) => {
      const due = [...kinds.entries()].filter(([, kind]) => isDue(kind, isEnd ? Number.MAX_VALUE : now))
      const lines = due.map(([, { provider, endpoint, code, count, beginning }]) => ({
        provider,
        facts: { endpoint, code, count, ...(beginning === '' ? {} : { beginning }) },
      }))
      for (const [, kind] of due) {
        kind.count = 0
        kind.writtenAt = now
      }
      for (const [key, { count, writtenAt }] of kinds)
        if (count === 0 && now - writtenAt > UNKNOWN_SENDER_PAUSE_MS) kinds.delete(key)
      return lines
    },
  }
}
