import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StoreError } from '../errors.ts'
import { limitsOf, STORE_SETTINGS, type StoreLimits } from '../store-settings.ts'
import { ChangeRecorder, UndoFailed } from './change-recorder.ts'
import type { Checkpoint } from './checkpoint-file.ts'
import { CheckpointTimer } from './checkpoint-timer.ts'
import { type Disk, machineDisk } from './disk.ts'
import { diskError, reasonOf } from './disk-errors.ts'
import { DICTIONARY } from './document-compression.ts'
import { Environment } from './environment.ts'
import { Gate } from './gate.ts'
import { applyChanges, ChangeBuffer } from './journal/change.ts'
import type { JournalOwner } from './journal/journal.ts'
import {
  checkpointPath,
  type DurableFiles,
  forgetLostFile,
  type JournalOptions,
  lmdbPath,
  openDurableFiles,
} from './recovery.ts'
import { beginJournalAnew, removeCopies, rewriteLmdb } from './rewrite.ts'

/** Counts entries: how many there are, or `limit` when there are more. */
export type EntryCounter = (limit: number) => number

export type StoreOptions = {
  /** false: nothing is durable, for throw-away stores */
  sync?: boolean
  disk?: Disk
  /** true: a store whose LMDB file is gone begins anew, without its journal; else it does not start */
  replaceLostFile?: boolean
  limits?: Partial<StoreLimits>
}

/**
 * The store. Reads see the current state; writes are answered when they are in the journal on disk. LMDB's open
 * transaction holds the changes until a checkpoint commits it.
 */
export class Store {
  /** Called when memory is to follow what is stored: changes were given up after a failure of the disk. */
  onRebuilt: () => void = () => undefined
  /** Counts of index entries by range; the next write clears them. */
  readonly entryCounts = new Map<string, EntryCounter>()
  private environment!: Environment
  private files: DurableFiles | undefined
  /** Makes changes, inside a write alone. */
  readonly changes: ChangeRecorder
  /** where changes go that no journal takes */
  private readonly unrecorded = new ChangeBuffer(64 * 1024)
  private readonly limits: StoreLimits
  private readonly directory: string
  private closing = false
  /** Why no write is taken any more. Reads go on. */
  private failure: Error | undefined
  /** Why nothing is read any more either: what was acknowledged could not be brought back. */
  private lostState: Error | undefined
  /** number of times that changes were dropped, or may have been */
  private replays = 0
  /** closed while nothing may be changed */
  private readonly gate = new Gate()
  private checkpointing: Promise<void> | undefined
  /** a commit that is on its way to the disk */
  private syncing: Promise<void> = Promise.resolve()
  private readonly timer = new CheckpointTimer(() => {
    this.checkpoint().catch(() => this.checkpointWhenDue())
  })
  private disk: Disk = machineDisk

  private constructor(directory: string, limits: StoreLimits) {
    this.directory = directory
    this.limits = limits
    this.changes = new ChangeRecorder(
      () => this.lmdb.tables,
      () => this.files?.journal.recorded ?? this.unrecorded,
    )
  }

  /** The LMDB file with its tables, which reads go to. Another one after a rewrite. @throws StoreError when its state is lost */
  get lmdb(): Environment {
    if (this.lostState) throw this.lostState
    return this.environment
  }

  /** @throws Error when a file is damaged */
  static async open(directory: string, options: StoreOptions = {}): Promise<Store> {
    const store = new Store(directory, { ...limitsOf(STORE_SETTINGS), ...options.limits })
    if (options.sync ?? true) await store.openDurable(options)
    else store.openVolatile()
    return store
  }

  private async openDurable({ disk = machineDisk, replaceLostFile = false }: StoreOptions): Promise<void> {
    if (replaceLostFile) forgetLostFile(this.directory)
    this.disk = disk
    removeCopies(this.directory)
    const files = await openDurableFiles(this.journalOptions())
    this.files = files
    this.environment = files.environment
    this.changes.count = files.replayed
    this.checkpointWhenDue()
  }

  private journalOptions(): JournalOptions {
    const { directory, disk, limits } = this
    const owner: JournalOwner = {
      commitLarge: (number) => this.commitLarge(number),
      undoRecorded: (refuse) => this.rebuild(refuse),
      explain: (error) => diskError(directory, error),
    }
    return { directory, disk, journalBytes: limits.journalBytes, owner }
  }

  private openVolatile(): void {
    // The checkpoint of a durable store would lead to pages that are overwritten.
    if (existsSync(checkpointPath(this.directory)))
      throw new Error(`${this.directory} holds a store whose writes are durable`)
    this.environment = new Environment(lmdbPath(this.directory))
    this.environment.begin()
  }

  /**
   * Runs `work`, which makes its changes by `changes`, and resolves when its changes are on disk with all that
   * it saw. A throw undoes what `work` changed and nothing else. When the disk takes no more, nothing of it is written;
   * reads go on, and writes as soon as the disk takes them.
   * @param isAwaited false: resolves when the changes are made. They reach the disk before, or with, those of any
   *   later write. When the disk refuses them, they are lost without an error
   */
  async write<R>(work: () => R, isAwaited = true): Promise<R> {
    await this.waitForRoom()
    try {
      return this.changes.carryOut(work)
    } catch (error) {
      // The open transaction is broken: what is not durable is refused.
      if (error instanceof UndoFailed) await (this.files?.journal.refuseRecorded(error) ?? this.rebuild())
      throw error
    } finally {
      this.entryCounts.clear()
      const durable = this.waitUntilDurable()
      if (isAwaited) await durable
      else durable.catch(() => undefined)
      this.addDictionary()
    }
  }

  /** Stores a dictionary once enough was inserted to make one. From then on inserted documents are compressed with it. */
  private addDictionary(): void {
    const dictionary = this.lmdb.compression.takeDictionary()?.toString('base64')
    if (dictionary === undefined) return
    const add = (): void => {
      // One that documents were compressed with is never changed.
      if (this.lmdb.catalogue.get(DICTIONARY) === undefined)
        this.changes.put('catalogue', Buffer.from(DICTIONARY), Buffer.from(JSON.stringify(dictionary)))
    }
    // Where the disk refuses it, later inserts bring another one.
    this.write(add).then(
      () => this.lmdb.loadDictionary(),
      () => undefined,
    )
  }

  /**
   * Runs `read` and resolves with what it found when all of that is on the disk: none of it is given up afterwards, which
   * other reads do not wait for. Where the disk refused some of it, it is read once more while nothing is written.
   */
  async readDurable<R>(read: () => Promise<R>): Promise<R> {
    const replaysBefore = this.replays
    const found = await read()
    await this.files?.journal.durable().catch(() => undefined)
    if (this.replays === replaysBefore) return found
    return this.gate.during(async () => {
      await this.settleRecorded()
      return read()
    })
  }

  /** Resolves when a write may begin. */
  private async waitForRoom(): Promise<void> {
    for (;;) {
      if (this.closing) throw new StoreError(11600, 'The store is closing')
      if (this.failure) throw this.failure
      if (this.gate.opened) await this.gate.opened
      else if (this.files && !this.files.journal.hasRoom()) await this.checkpoint()
      else return
    }
  }

  private async waitUntilDurable(): Promise<void> {
    if (this.files) {
      await this.files.journal.durable()
      this.checkpointWhenDue()
      return
    }
    this.unrecorded.reset()
    if (this.changes.count >= this.limits.checkpointChanges) await this.checkpoint()
  }

  private checkpointWhenDue(): void {
    if (this.changes.count === 0 || this.closing || this.failure || this.checkpointing) return
    const { checkpointChanges, journalBytes, checkpointInterval } = this.limits
    const bytes = this.files?.journal.bytesSinceCheckpoint ?? 0
    const isDue = this.changes.count >= checkpointChanges || bytes >= journalBytes / 2
    this.timer.set(isDue ? 0 : checkpointInterval)
  }

  /**
   * Commits what the journal holds to LMDB and brings it to the disk; then the journal's files are free. Writes wait for
   * the commit, not for the disk. @throws StoreError when the disk takes no more
   */
  private checkpoint(): Promise<void> {
    this.checkpointing ??= this.runCheckpoint().finally(() => {
      this.checkpointing = undefined
    })
    return this.checkpointing
  }

  private async runCheckpoint(): Promise<void> {
    await this.timer.waitForRetry()
    await this.syncing
    await this.gate.during(() => this.commitRecorded())
    await this.syncing
  }

  /**
   * Rewrites the files, so that nothing of what was changed or removed is left in them. Writes wait meanwhile, reads do
   * not. @throws StoreError when the disk takes no more; the files are as they were then
   */
  rewrite(): Promise<void> {
    return this.withoutWrites(() => this.rewriteFiles())
  }

  /**
   * Copies the current state into a separate file that opens as a store's LMDB file. Writes continue.
   * @throws StoreError when the disk takes no more
   */
  async copyTo(path: string): Promise<void> {
    await this.withoutWrites(async () => undefined)
    await this.lmdb.root.backup(path, true).catch((error: unknown) => {
      throw diskError(this.directory, error)
    })
  }

  /** Runs `work` when everything is in the LMDB file and on the disk. Writes wait meanwhile, and so do checkpoints. */
  private async withoutWrites(work: () => Promise<void>): Promise<void> {
    while (this.checkpointing) await this.checkpointing.catch(() => undefined)
    this.checkpointing = this.gate
      .during(async () => {
        await this.commitAll()
        await work()
      })
      .finally(() => {
        this.checkpointing = undefined
      })
    await this.checkpointing
  }

  /** Brings everything to the LMDB file and the disk. */
  private async commitAll(): Promise<void> {
    await this.syncing
    await this.commitRecorded()
    this.unrecorded.reset()
    await this.syncing
    if (this.failure) throw this.failure
  }

  /** Resolves when everything is in the journal, or was refused. The gate has to be closed. */
  private async settleRecorded(): Promise<void> {
    // A writer that was let through before the gate closed makes its changes in this turn.
    await nextTurn()
    await this.files?.journal.settled()
  }

  private async commitRecorded(): Promise<void> {
    // Changes in the commit and not yet in the journal would be applied twice, or stay although the journal refuses them.
    await this.settleRecorded()
    if (this.failure) throw this.failure
    if (this.changes.count > 0) await this.commit(this.files?.journal.lastNumber ?? 0)
  }

  private async rewriteFiles(): Promise<void> {
    const { directory, disk, files, lmdb: before } = this
    try {
      this.environment = await rewriteLmdb(before, directory, disk)
      await before.close()
      if (files) this.files = await beginJournalAnew(this.lmdb, files, this.journalOptions())
    } catch (error) {
      if (this.lmdb !== before)
        this.failure = failed('The files could not be rewritten to the end; start the store again', error)
      throw diskError(directory, error)
    }
  }

  /** Commits. When the disk refuses, restores the last commit and applies the journal to it. */
  private async commit(through: number): Promise<void> {
    try {
      await this.lmdb.commit(through)
    } catch (error) {
      this.timer.noteFailure()
      this.replay()
      throw diskError(this.directory, error)
    }
    this.changes.count = 0
    const { files } = this
    if (!files) return
    files.journal.beginCheckpoint()
    const state = this.lmdb.lastState()
    this.syncing = syncCommit(files, { ...state, through }).catch((error: unknown) => {
      const what =
        'The disk failed to keep a checkpoint, so nothing is written until the store is started again'
      this.failure = failed(what, error)
    })
  }

  /**
   * Makes a batch durable by a checkpoint when it is larger than the journal. The checkpoint also holds the changes recorded
   * since the batch, so the journal drops them.
   */
  private commitLarge(number: number): Promise<void> {
    return this.gate.during(async () => {
      await this.syncing
      await this.commit(number)
      await this.syncing
      if (this.failure) throw this.failure
      this.files?.journal.noteCommitted()
    })
  }

  /**
   * Gives up what is not durable: back to the last commit, and the journal on top.
   * @param refuse tells those whose changes are given up, before anybody else may write
   */
  private rebuild(refuse: () => void = () => undefined): Promise<void> {
    return this.gate.during(async () => {
      await this.environment.abort()
      this.replay()
      refuse()
    })
  }

  /** Carries out the journal on the last commit. No read comes in between. */
  private replay(): void {
    const { environment, files } = this
    this.changes.count = 0
    this.replays += 1
    try {
      files?.journal.replay(environment.through, ({ changes }) => {
        this.changes.count += applyChanges(changes(), environment.tables)
      })
      environment.loadDictionary()
      this.onRebuilt()
    } catch (error) {
      this.lostState = failed('The store lost its state, start it again', error)
      this.failure = this.lostState
    }
  }

  async close(): Promise<void> {
    this.closing = true
    this.timer.stop()
    await this.files?.journal.settled()
    if (!this.failure) await this.checkpoint().catch(() => undefined)
    await this.syncing
    await this.environment.close()
    await this.files?.journal.close()
    await this.files?.lmdbFile.close()
    await this.files?.checkpoints.close()
  }
}

const failed = (what: string, error: unknown) => new StoreError(1, `${what}: ${reasonOf(error)}`)

async function syncCommit(
  { lmdbFile, checkpoints, journal }: DurableFiles,
  checkpoint: Checkpoint,
): Promise<void> {
  await lmdbFile.sync()
  await checkpoints.write(checkpoint)
  journal.release(checkpoint.through)
}
