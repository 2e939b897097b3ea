import type { RedisStore } from '@wardtrack/service-kit'
import type { LoadedRead, ReadFigures, ReadGroup, SharedRead } from './shared-read.ts'

/** Maximum staleness of an answer, in milliseconds. */
const MAX_AGE_MS = 1_000
/** Maximum length of an answer in Redis, in characters; longer answers are not shared. */
const MAX_LENGTH = 1_000_000

type Entry = { at: number; counts: string[]; value: unknown }
type Load = { startedAt: number; promise: Promise<LoadedRead<unknown>> }

/** Reads through Redis, and joins simultaneous reads of the same name in this process. */
export function createSharedLoads(store: () => RedisStore | undefined, figures: ReadFigures) {
  const running = new Map<string, Load>()
  const changes: Record<ReadGroup, number> = { assets: 0, config: 0, access: 0 }
  const pending = new Set<ReadGroup>()
  let distrustedUntil = 0
  let raising: Promise<void> = Promise.resolve()
  const raisePending = (): void => {
    const groups = [...pending]
    pending.clear()
    const redis = store()
    if (!redis || groups.length === 0) return
    raising = redis.raise(groups.map(counterOf)).then((isRaised) => {
      // Redis may hold entries from before the change, so it is distrusted until they have expired.
      if (!isRaised) distrustedUntil = performance.now() + MAX_AGE_MS
    })
  }
  /** Reads of the same key are joined while none of their sources has changed, and for at most a second. */
  const join = <T>(key: string, load: () => Promise<LoadedRead<T>>): { load: Load; isNew: boolean } => {
    const found = running.get(key)
    if (found && performance.now() - found.startedAt < MAX_AGE_MS) return { load: found, isNew: false }
    const started: Load = { startedAt: performance.now(), promise: load() }
    running.set(key, started)
    const end = (): void => {
      if (running.get(key) === started) running.delete(key)
    }
    started.promise.then(end, end)
    return { load: started, isNew: true }
  }
  const versionsOf = ({ groups }: SharedRead): string => groups.map((group) => changes[group]).join()
  return {
    /** discards the joined reads that depend on these groups */
    forget: (groups: readonly ReadGroup[]): void => {
      if (pending.size === 0) process.nextTick(raisePending)
      for (const group of groups) {
        changes[group] += 1
        pending.add(group)
      }
    },
    read: async <T>(read: SharedRead, load: () => Promise<LoadedRead<T>>): Promise<T> => {
      if (pending.size > 0) raisePending()
      const before = versionsOf(read)
      const redis = store()
      const at = Date.now()
      const found = await redis?.read(read.name, read.groups.map(counterOf))
      // After this wait, a change of this process that Redis did not accept is known.
      await raising
      const versions = versionsOf(read)
      const isTrusted = versions === before && performance.now() >= distrustedUntil
      const entry = found && isTrusted ? usableEntry(found, at) : undefined
      if (entry) {
        figures.hits += 1
        return entry.value as T
      }
      if (found) figures.misses += 1
      else figures.unanswered += 1
      const startedAt = Date.now()
      const joined = join(`${versions} ${read.name}`, load)
      const { value, isShared } = await joined.load.promise
      if (joined.isNew && isShared && found) {
        const text = JSON.stringify({ at: startedAt, counts: found.counts, value } satisfies Entry)
        if (text.length <= MAX_LENGTH) redis?.write(read.name, text, MAX_AGE_MS - (Date.now() - startedAt))
      }
      if (isShared) return value as T
      // An unshared value depends on its requester, so a joined caller loads its own.
      return joined.isNew ? (value as T) : (await load()).value
    },
  }
}

const counterOf = (group: ReadGroup): string => `group ${group}`

/** Returns the entry, unless its sources changed after loading or it is too old. Redis may have been paused. */
function usableEntry({ text, counts }: { text: string | undefined; counts: string[] }, now: number) {
  if (text === undefined) return undefined
  const entry = JSON.parse(text) as Entry
  const isUnchanged = entry.counts.every((count, index) => count === counts[index])
  return isUnchanged && Math.abs(now - entry.at) < MAX_AGE_MS ? entry : undefined
}
