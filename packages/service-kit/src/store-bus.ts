import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createDropLog } from './bus-receiver.ts'
import { deriveKey } from './derive-key.ts'
import { BUS_GAP, type UntypedBus } from './local-bus.ts'
import type { ServiceMetrics } from './metrics.ts'
import { openText, sealText } from './sealed-text.ts'

/** Events that one process published, with their number in the log. */
export type BusLogEntry = { number: number; origin: string; sealed: Buffer }

/** A log in the store that every process writes and reads. Its entries are numbered 1, 2, 3 … without gaps. */
export type BusLog = {
  /** number of the newest entry; 0 when there is none */
  newest(): Promise<number>
  /** adds an entry; false when another entry has its number */
  append(entry: BusLogEntry): Promise<boolean>
  /** entries from a number on, included, in their order */
  readFrom(number: number, limit: number): Promise<BusLogEntry[]>
  /** removes the entries before a number */
  removeBefore(number: number): Promise<void>
}

/** Options for processes that communicate through the store, without Redis. */
export type StoreBusOptions = {
  entries: BusLog
  /** number of the newest entry when the process began; it receives the later ones */
  from: number
  /** the secret that all processes of the installation share */
  secret: string
}

type Parts = StoreBusOptions & { log: Logger; metrics?: ServiceMetrics }
/** Data that sending and reading share: the id of this process, its key, and the newest known number. */
type Shared = { origin: string; key: Buffer; newest: number }

const POLL_MS = 250
/** Minimum time between two entries. Events within it share an entry. */
const APPEND_EVERY_MS = 50
const RETRY_MS = 1_000
/** Maximum characters of JSON in one entry, unless it is a single message: a document of the store holds 16 MB. */
const ENTRY_CHARACTERS = 1024 * 1024
const MESSAGE_CHARACTERS = 4 * ENTRY_CHARACTERS
const WAITING_CHARACTERS = 16 * ENTRY_CHARACTERS
const PAGE = 20
/** Minimum lifetime of entries, for processes that were halted. The maximum is twice as long. */
const KEPT_MS = 30_000

/**
 * Exchanges published events with the other processes through the store. They arrive up to half a second late, so
 * `acrossProcesses` stays false, and caches do not rely on them.
 */
export function connectThroughStore(local: UntypedBus, parts: Parts) {
  const key = deriveKey(parts.secret, 'event bus in the store')
  const shared = { origin: randomUUID(), key, newest: parts.from }
  const sender = new StoreSender(parts, shared)
  const reader = new StoreReader(local, parts, shared)
  return {
    acrossProcesses: false,
    connected: () => true,
    subscribe: local.subscribe,
    publish: (topic: string, payload: unknown) => {
      local.publish(topic, payload)
      sender.publish(topic, payload)
    },
    close: async () => {
      await reader.close()
      await sender.close()
    },
  }
}

/** Creates the name that binds an entry to its number: a recorded entry is invalid under another one. */
const sealName = (origin: string, number: number): string => `${origin} ${number}`

/** Adds published events to the log. When an entry cannot be added, the other processes receive a gap. */
class StoreSender {
  private readonly parts: Parts
  private readonly shared: Shared
  private readonly waiting: string[] = []
  private characters = 0
  private hasLost = false
  private isClosed = false
  private timer: NodeJS.Timeout | undefined
  private appending: Promise<void> | undefined
  private nextAppendAt = 0

  constructor(parts: Parts, shared: Shared) {
    this.parts = parts
    this.shared = shared
  }

  publish(topic: string, payload: unknown): void {
    const text = JSON.stringify([topic, payload])
    if (text.length > MESSAGE_CHARACTERS || this.characters + text.length > WAITING_CHARACTERS)
      this.hasLost = true
    else {
      this.waiting.push(text)
      this.characters += text.length
    }
    this.schedule()
  }

  /** Adds the waiting events, and nothing after them. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.appending
    if (this.hasWaiting) await this.append()
  }

  private get hasWaiting(): boolean {
    return this.hasLost || this.waiting.length > 0
  }

  private schedule(): void {
    if (this.isClosed || this.timer || this.appending) return
    this.timer = setTimeout(
      () => {
        this.timer = undefined
        this.appending = this.append().finally(() => {
          this.appending = undefined
          if (this.hasWaiting) this.schedule()
        })
      },
      Math.max(0, this.nextAppendAt - performance.now()),
    )
    this.timer.unref()
  }

  private async append(): Promise<void> {
    this.nextAppendAt = performance.now() + APPEND_EVERY_MS
    const hadLost = this.hasLost
    this.hasLost = false
    const texts = this.takeWaiting()
    if (hadLost) texts.unshift(JSON.stringify([BUS_GAP, {}]))
    try {
      await this.appendEntry(`[${texts.join(',')}]`)
    } catch (error) {
      if (!hadLost) this.parts.log.warn({ err: error }, 'events did not reach the other processes')
      this.hasLost = true
      this.nextAppendAt = performance.now() + RETRY_MS
    }
  }

  private takeWaiting(): string[] {
    let count = 0
    let characters = 0
    for (const text of this.waiting) {
      if (count > 0 && characters + text.length > ENTRY_CHARACTERS) break
      characters += text.length
      count += 1
    }
    this.characters -= characters
    return this.waiting.splice(0, count)
  }

  /**
   * Adds an entry under the number after the newest one, or under the next free one when another process was first.
   */
  private async appendEntry(text: string): Promise<void> {
    const { entries } = this.parts
    const { origin, key } = this.shared
    for (;;) {
      const number = this.shared.newest + 1
      const sealed = sealText(key, sealName(origin, number), text)
      const isAdded = await entries.append({ number, origin, sealed })
      this.shared.newest = Math.max(number, this.shared.newest)
      if (isAdded) return
      this.shared.newest = Math.max(this.shared.newest, await entries.newest())
    }
  }
}

/** Reads the entries of other processes, and removes old ones. */
class StoreReader {
  private readonly local: UntypedBus
  private readonly parts: Parts
  private readonly shared: Shared
  private readonly drop: ReturnType<typeof createDropLog>
  private readonly timer: NodeJS.Timeout
  private position: number
  private reading: Promise<void> | undefined
  private hasFailed = false
  /** Entries before this number can be removed at the next check. */
  private removable: number
  private nextRemovalAt = performance.now() + KEPT_MS

  constructor(local: UntypedBus, parts: Parts, shared: Shared) {
    this.local = local
    this.parts = parts
    this.shared = shared
    this.drop = createDropLog(parts)
    this.position = parts.from
    this.removable = parts.from
    this.timer = setInterval(() => this.poll(), POLL_MS)
    this.timer.unref()
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.reading
  }

  private poll(): void {
    this.reading ??= this.read()
      .then(() => this.removeOld())
      .then(
        () => {
          this.hasFailed = false
        },
        (error: unknown) => {
          if (!this.hasFailed) this.parts.log.warn({ err: error }, 'events of other processes are read later')
          this.hasFailed = true
        },
      )
      .finally(() => {
        this.reading = undefined
      })
  }

  private async read(): Promise<void> {
    const { entries } = this.parts
    for (;;) {
      // The page begins with the last entry read: if it is missing, later entries may have been removed too.
      const page = await entries.readFrom(this.position, PAGE)
      if (this.position > 0 && page[0]?.number !== this.position) {
        this.position = await entries.newest()
        this.local.publish(BUS_GAP, {})
        return
      }
      for (const entry of page) if (entry.number > this.position) this.receive(entry)
      if (page.length < PAGE) return
    }
  }

  private receive({ number, origin, sealed }: BusLogEntry): void {
    const isNext = number === this.position + 1
    this.position = number
    this.shared.newest = Math.max(number, this.shared.newest)
    if (!isNext) this.local.publish(BUS_GAP, {})
    if (origin === this.shared.origin) return
    const text = openText(this.shared.key, sealName(origin, number), sealed)
    if (text === undefined) return this.drop('unsigned')
    for (const [topic, payload] of JSON.parse(text) as [string, unknown][]) this.local.publish(topic, payload)
  }

  private async removeOld(): Promise<void> {
    if (performance.now() < this.nextRemovalAt) return
    this.nextRemovalAt = performance.now() + KEPT_MS
    const { removable, position } = this
    this.removable = position
    if (removable > 0) await this.parts.entries.removeBefore(removable)
  }
}
