import type { RedisStore } from '@wardtrack/service-kit'
import type { LoadedRead, ReadFigures, ReadGroup, SharedRead } from './shared-read.ts'

/** How far an answer may lie behind the store, in milliseconds. */
const MAX_AGE_MS = 1_000
/** Longer answers stay out of Redis, in characters. */
const MAX_LENGTH = 1_000_000

type Entry = { at: number; counts: string[]; value: unknown }
type Load = { startedAt: number; promise: Promise<LoadedRead<unknown>> }

/** Reads through Redis, and joins reads of one thing that this process makes at the same time. */
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
      // What is in Redis may be from before the change, until it is too old anyway.
      if (!isRaised) distrustedUntil = performance.now() + MAX_AGE_MS
    })
  }
  /** Reads of one thing are joined as long as nothing that they are made of has changed, and no longer than a second. */
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
    /** what is made of these groups is read again */
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
      // A change of this process that Redis did not take is known only now.
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
      // What depends on who asks is nobody else's.
      return joined.isNew ? (value as T) : (await load()).value
    },
  }
}

const counterOf = (group: ReadGroup): string => `group ${group}`

/** What was found, unless something changed since it was loaded, or it is too old: Redis may have been halted. */
function usableEntry({ text, counts }: { text: string | undefined; counts: string[] }, now: number) {
  if (text === undefined) return undefined
  const entry = JSON.parse(text) as Entry
  const isUnchanged = entry.counts.every((count, index) => count === counts[index])
  return isUnchanged && Math.abs(now - entry.at) < MAX_AGE_MS ? entry : undefined
}
