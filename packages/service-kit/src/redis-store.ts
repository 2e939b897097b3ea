import { createHmac } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { deriveKey } from './derive-key.ts'
import { openText, sealText } from './sealed-text.ts'

/** Address of Redis, and the secret that all processes of the installation share. */
export type RedisStoreOptions = { url: string; secret: string; log: Logger }

/** A stored value, and the number of increments of each counter as text. */
export type RedisRead = { text: string | undefined; counts: string[] }

/**
 * Short-lived, encrypted values in Redis, and counters. No command waits longer than a quarter of a second. After a
 * failed command none is sent until Redis accepts a write again, which is tried every second.
 */
export type RedisStore = {
  /** true when the last command was answered */
  isAvailable(): boolean
  /** reads a value and counters in one step. @returns undefined when Redis does not answer */
  read(name: string, counters: readonly string[]): Promise<RedisRead | undefined>
  /** stores a value; @param lifeMs lifetime in milliseconds */
  write(name: string, text: string, lifeMs: number): void
  /** increments counters before any later read. @returns true when Redis did */
  raise(counters: readonly string[]): Promise<boolean>
  close(): void
}

const COMMAND_MS = 250
/** Time without any answer after which a connection is closed: the network may have been cut. */
const SILENT_MS = 2_000
const PROBE_MS = 1_000
const PROBE_LIFE_MS = 10_000
const MAX_RETRY_MS = 1_000

/** Connects to Redis, which counts as available after the first successful write. */
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
    // The probe is a write, because a Redis with full memory still answers reads.
    const answer = await orUndefined(redis.set(nameOf('probe'), '1', 'PX', PROBE_LIFE_MS))
    if (answer === 'OK') setAvailable(true)
  }
  // The probe logs the error; without a listener an error would end the process.
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

/** Creates names in Redis. They do not reveal the requested data, and differ between installations. */
function createNames(secret: string): (name: string) => string {
  const key = deriveKey(secret, 'names in redis')
  return (name) => `wardtrack:${createHmac('sha256', key).update(name).digest('base64url')}`
}
