import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Disk } from '../disk.ts'
import { BATCH_HEAD, BLOCK, blocksOf, type FoundBatch, sealBatch } from './batch.ts'
import { ChangeBuffer } from './change.ts'
import { JournalSegments } from './segments.ts'

type Waiting = { resolve: () => void; reject: (error: unknown) => void }

/** Store operations that the journal needs. */
export type JournalOwner = {
  /** Makes a batch durable that is too large for the journal, with the changes recorded since (see `noteCommitted`). */
  commitLarge(number: number): Promise<void>
  /**
   * Restores the state of the journal, without the changes recorded since the last durable batch.
   * @param refuse called after that, before other changes are recorded
   */
  undoRecorded(refuse: () => void): Promise<void>
  /** Converts an error to the error that writers get. */
  explain(error: unknown): Error
}

/** Weight of the newest batch in the average time of a sync. */
const WEIGHT = 0.1
/** Share of a sync's time, and minimum milliseconds, that the next batch waits for writers that were just answered. */
const GATHERING_SHARE = 0.3
const MAX_BATCH_WINDOW = 3

/** Milliseconds without a batch after which the journal is quiet, and milliseconds that a batch then waits for related writes. */
const QUIET_AFTER = 20
const QUIET_GATHERING = 8

const KEPT_BUFFER = 256 * 1024

/** Commits in groups: changes recorded during the write of a batch share the next batch and its sync. */
export class Journal {
  /** changes since the batch that is being written, or was written last */
  recorded = new ChangeBuffer(KEPT_BUFFER, BATCH_HEAD)
  /** number of the last batch that is on the disk */
  lastNumber = 0
  /** bytes written since the last commit to LMDB */
  bytesSinceCheckpoint = 0
  /** Why the next batch is refused. */
  private refusal: Error | undefined
  private spare = new ChangeBuffer(KEPT_BUFFER, BATCH_HEAD)
  /** writers of changes that are recorded but not yet being written */
  private waiting: Waiting[] = []
  /** writers of the batch that is being written */
  private writing: Waiting[] | undefined
  private running: Promise<void> | undefined
  /** milliseconds that a batch takes, on average */
  private syncTime = 0
  /** when the last batch was written */
  private endedAt = 0
  /** number of writers that the last batch answered */
  private answered = 0
  /** number of writers that came together after the last pause, and the end of the time in which more are added */
  private together = 0
  private togetherUntil = 0
  /** number of writers that the next batch waits for, and the function that ends the wait */
  private expectedWriters = 0
  private gathered: (() => void) | undefined
  private readonly segments: JournalSegments
  private readonly storeId: Buffer
  private readonly owner: JournalOwner

  constructor(directory: string, disk: Disk, storeId: Buffer, journalBytes: number, owner: JournalOwner) {
    this.segments = new JournalSegments(directory, disk, storeId, journalBytes)
    this.storeId = storeId
    this.owner = owner
  }

  /** Reads the files and passes batches that no checkpoint holds to `visit`. */
  async open(released: number, visit: (batch: FoundBatch) => void): Promise<void> {
    this.lastNumber = await this.segments.open(released, visit)
  }

  /** Passes the durable batches after `through` to `visit`. */
  replay(through: number, visit: (batch: FoundBatch) => void): void {
    this.segments.replay(through, visit, this.lastNumber)
  }

  /** Resolves when all changes recorded so far are on the disk; rejects when they were undone. */
  durable(): Promise<void> {
    const list = this.recorded.count > 0 ? this.waiting : this.writing
    if (!list) return Promise.resolve()
    const written = new Promise<void>((resolve, reject) => {
      list.push({ resolve, reject })
    })
    if (performance.now() < this.togetherUntil) this.together++
    if (this.gathered && this.waiting.length >= this.expectedWriters) this.gathered()
    this.start()
    return written
  }

  private start(): void {
    this.running ??= this.run().finally(() => {
      this.running = undefined
      // A writer that was just answered may have written again already.
      if (this.waiting.length > 0) this.start()
    })
  }

  /** Resolves when all recorded changes are on the disk or refused. */
  async settled(): Promise<void> {
    while (this.running || this.recorded.count > 0) {
      this.start()
      await this.running
    }
  }

  /** Reports if the journal has room for the recorded changes. */
  hasRoom(): boolean {
    return this.segments.hasRoom(blocksOf(this.recorded.length) * BLOCK)
  }

  /** Begins a checkpoint that holds all changes so far. */
  beginCheckpoint(): void {
    this.bytesSinceCheckpoint = 0
  }

  /** Drops the recorded changes: the checkpoint that makes the current batch durable holds them too. */
  noteCommitted(): void {
    this.writing?.push(...this.waiting)
    this.waiting = []
    this.recorded.reset()
  }

  /** Releases the batches up to this one, which a durable checkpoint holds. */
  release(through: number): void {
    this.segments.release(through)
  }

  /** Refuses recorded changes that are not on the disk, and the batch being written if its write fails. */
  async refuseRecorded(error: Error): Promise<void> {
    this.refusal = error
    this.start()
    await this.running
  }

  private async run(): Promise<void> {
    // The commands of one turn of the event loop share a batch.
    await nextTurn()
    for (let isFirst = true; this.recorded.count > 0 || this.refusal; isFirst = false) {
      const isQuiet = performance.now() - this.endedAt > QUIET_AFTER
      await (isQuiet ? pause(QUIET_GATHERING) : this.gather(isFirst))
      const batch = this.recorded
      const waiting = this.waiting
      this.recorded = this.spare
      this.spare = batch
      this.waiting = []
      this.writing = waiting
      try {
        const began = performance.now()
        await this.write(batch, isQuiet)
        this.syncTime += (performance.now() - began - this.syncTime) * WEIGHT
        this.answered = waiting.length
        this.lastNumber++
        for (const { resolve } of waiting) resolve()
      } catch (error) {
        await this.refuse(waiting, error)
      } finally {
        this.writing = undefined
        this.endedAt = performance.now()
        batch.reset()
      }
    }
  }

  /**
   * Waits so that writers which were just answered can join the next batch. Otherwise writers split into two halves, each
   * of which waits for the sync of the other. With fast syncs a wait would cost more.
   * @param isFirst no batch was being written. The wait then expects as many writers as came together the last time, such as
   *   the statements of one event, even if they missed that batch
   */
  private async gather(isFirst: boolean): Promise<void> {
    const longest = Math.min(MAX_BATCH_WINDOW, this.syncTime * GATHERING_SHARE)
    this.expectedWriters = isFirst ? this.together : this.waiting.length + this.answered
    if (isFirst) {
      this.together = this.waiting.length
      this.togetherUntil = performance.now() + longest
    }
    // A sync of less than a millisecond costs less than a timer. A single writer does not wait for others.
    if (longest < GATHERING_SHARE || !(isFirst || this.answered > 1)) return
    if (this.waiting.length >= this.expectedWriters) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, longest)
      this.gathered = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.gathered = undefined
  }

  /** @param isQuiet true if there is time to deflate it, and few writes share its blocks */
  private async write(batch: ChangeBuffer, isQuiet: boolean): Promise<void> {
    if (this.refusal) {
      const { refusal } = this
      this.refusal = undefined
      throw refusal
    }
    const number = this.lastNumber + 1
    const size = blocksOf(batch.length) * BLOCK
    if (!this.segments.hasRoom(size)) return this.owner.commitLarge(number)
    const bytes = sealBatch(batch, { storeId: this.storeId, number, deflate: isQuiet })
    if (!(await this.segments.append(bytes, number))) return this.owner.commitLarge(number)
    this.bytesSinceCheckpoint += bytes.length
  }

  /** Undoes a batch that could not be written, and the changes recorded since. */
  private async refuse(waiting: Waiting[], error: unknown): Promise<void> {
    await this.segments.forget().catch(() => undefined)
    const reason = this.owner.explain(error)
    await this.owner.undoRecorded(() => {
      for (const { reject } of [...waiting, ...this.waiting]) reject(reason)
      this.waiting = []
      this.recorded.reset()
    })
  }

  async close(): Promise<void> {
    await this.settled()
    await this.segments.close()
  }
}
