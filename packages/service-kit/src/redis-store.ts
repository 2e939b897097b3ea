import { createHmac } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { deriveKey } from './derive-key.ts'
import { openText, sealText } from './sealed-text.ts'

/** Where Redis is, and the secret that all processes of the installation share. */
export type RedisStoreOptions = { url: string; secret: string; log: Logger }

/** A value that was found, and how often each of the counters was raised, as text. */
export type RedisRead = { text: string | undefined; counts: string[] }

/**
 * Short-lived values in Redis, encrypted, and counters beside them. No command waits longer than a quarter of a second;
 * after one that failed nothing is asked until Redis takes a write again, which is tried every second.
 */
export type RedisStore = {
  /** whether the last command was answered */
  isAvailable(): boolean
  /** reads a value and counters in one step. @returns undefined when Redis does not answer */
  read(name: string, counters: readonly string[]): Promise<RedisRead | undefined>
  /** stores a value; @param lifeMs how long, in milliseconds */
  write(name: string, text: string, lifeMs: number): void
  /** raises counters, before anything that is asked afterwards. @returns whether Redis did */
  raise(counters: readonly string[]): Promise<boolean>
  close(): void
}

const COMMAND_MS = 250
/** A connection on which nothing has been answered for so long is given up: the network may have been cut. */
const SILENT_MS = 2_000
const PROBE_MS = 1_000
const PROBE_LIFE_MS = 10_000
const MAX_RETRY_MS = 1_000

/** Connects to Redis; it is not available before it has taken a write. */
export function createRedisStore({ url, secret, log }: RedisStoreOptions): RedisStore {
  const key = deriveKey(secret, 'values in redis')
  const nameOf = createNames(secret)
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    commandTimeout: COMMAND_MS,
    socketTimeout: SILENT_MS,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
  })
  let available = false
  const setAvailable = (answered: boolean, error?: unknown): void => {
    if (answered === available) return
    available = answered
    if (answered) log.info('redis takes values')
    else log.warn({ err: error }, 'redis does not answer as it should: everything is read from the store')
  }
  const orUndefined = async <T>(command: Promise<T>): Promise<T | undefined> => {
    try {
      return await command
    } catch (error) {
      setAvailable(false, error)
      return undefined
    }
  }
  const probe = async (): Promise<void> => {
    if (redis.status !== 'ready') return setAvailable(false)
    // A write, because a Redis whose memory is full goes on answering what it holds.
    const answer = await orUndefined(redis.set(nameOf('probe'), '1', 'PX', PROBE_LIFE_MS))
    if (answer === 'OK') setAvailable(true)
  }
  // The probe says so in the log; without a listener an error would end the process.
  redis.on('error', () => undefined)
  redis.on('ready', () => void probe())
  redis.on('close', () => setAvailable(false))
  const timer = setInterval(() => void probe(), PROBE_MS).unref()
  return {
    isAvailable: () => available,
    read: async (name, counters) => {
      if (!available) return undefined
      const names = [nameOf(name), ...counters.map(nameOf)]
      const values = await orUndefined(redis.mgetBuffer(...names))
      if (!values) return undefined
      const [sealed, ...counts] = values
      const text = sealed ? openText(key, name, sealed) : undefined
      return { text, counts: counts.map((count) => count?.toString('latin1') ?? '') }
    },
    write: (name, text, lifeMs) => {
      if (available && lifeMs >= 1)
        void orUndefined(redis.set(nameOf(name), sealText(key, name, text), 'PX', Math.floor(lifeMs)))
    },
    raise: async (counters) => {
      if (redis.status !== 'ready') return false
      const raised = await Promise.all(counters.map((name) => orUndefined(redis.incr(nameOf(name)))))
      return !raised.includes(undefined)
    },
    close: () => {
      clearInterval(timer)
      redis.disconnect()
    },
  }
}

/** Names in Redis: they tell nothing of what is asked for, and two installations do not meet. */
function createNames(secret: string): (name: string) => string {
  const key = deriveKey(secret, 'names in redis')
  return (name) => `wardtrack:${createHmac('sha256', key).update(name).digest('base64url')}`
}
