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

/** Counts entries up to `limit`. */
export type EntryCounter = (limit: number) => number

export type StoreOptions = {
  /** false: writes are not durable, for throw-away stores */
  sync?: boolean
  disk?: Disk
  /** true: a store without its LMDB file starts empty, without its journal; false: it does not start */
  replaceLostFile?: boolean
  limits?: Partial<StoreLimits>
}

/**
 * The store. Reads see the current state; writes are answered when they are in the journal on disk. LMDB's open
 * transaction holds the changes until a checkpoint commits it.
 */
export class Store {
  /** Called after a disk failure undid changes, so that memory can be reloaded from the store. */
  onRebuilt: () => void = () => undefined
  /** Counts of index entries by range; the next write clears them. */
  readonly entryCounts = new Map<string, EntryCounter>()
  private environment!: Environment
  private files: DurableFiles | undefined
  /** Makes changes; only for use inside a write. */
  readonly changes: ChangeRecorder
  /** buffer for changes of a store without a journal */
  private readonly unrecorded = new ChangeBuffer(64 * 1024)
  private readonly limits: StoreLimits
  private readonly directory: string
  private closing = false
  /** Reason why writes are refused from now on. Reads continue. */
  private failure: Error | undefined
  /** Reason why reads are refused too: acknowledged writes could not be restored. */
  private lostState: Error | undefined
  /** number of times that changes were dropped, or may have been */
  private replays = 0
  /** closed while no changes may be made */
  private readonly gate = new Gate()
  private checkpointing: Promise<void> | undefined
  /** sync of a commit to the disk */
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

  /** Returns the LMDB file with its tables, for reads. A rewrite replaces it. @throws StoreError when its state is lost */
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
    // The checkpoint of a durable store would point to overwritten pages.
    if (existsSync(checkpointPath(this.directory)))
      throw new Error(`${this.directory} holds a store whose writes are durable`)
    this.environment = new Environment(lmdbPath(this.directory))
    this.environment.begin()
  }

  /**
   * Runs `work`, which makes its changes through `changes`. Resolves when these changes, and all changes that it read, are on
   * disk. A throw undoes only the changes of `work`. On a full disk none of them is written; reads continue, and writes
   * resume when there is room.
   * @param isAwaited false: resolves when the changes are made. They reach the disk before, or with, those of any
   *   later write. When the disk refuses them, they are lost without an error
   */
  async write<R>(work: () => R, isAwaited = true): Promise<R> {
    await this.waitForRoom()
    try {
      return this.changes.carryOut(work)
    } catch (error) {
      // The open transaction is broken, so all changes that are not durable are refused.
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

  /** Stores a dictionary after enough inserts. Later inserts are compressed with it. */
  private addDictionary(): void {
    const dictionary = this.lmdb.compression.takeDictionary()?.toString('base64')
    if (dictionary === undefined) return
    const add = (): void => {
      // A dictionary in use is never changed.
      if (this.lmdb.catalogue.get(DICTIONARY) === undefined)
        this.changes.put('catalogue', Buffer.from(DICTIONARY), Buffer.from(JSON.stringify(dictionary)))
    }
    // If the disk refuses it, later inserts create another one.
    this.write(add).then(
      () => this.lmdb.loadDictionary(),
      () => undefined,
    )
  }

  /**
   * Runs `read` and resolves with its result when all of the result is on the disk and cannot be undone. Other reads do not
   * wait for this. If the disk refused a part, `read` runs again while no writes run.
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
   * Commits the journal's changes to LMDB and syncs the file; then the journal's files are free. Writes wait for the commit,
   * not for the sync. @throws StoreError when the disk is full
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
   * Rewrites the files without overwritten and removed data. Writes wait meanwhile; reads do not. @throws StoreError when the
   * disk is full; the files are unchanged then
   */
  rewrite(): Promise<void> {
    return this.withoutWrites(() => this.rewriteFiles())
  }

  /**
   * Copies the current state into a separate file that opens as a store's LMDB file. Writes continue.
   * @throws StoreError when the disk is full
   */
  async copyTo(path: string): Promise<void> {
    await this.withoutWrites(async () => undefined)
    await this.lmdb.root.backup(path, true).catch((error: unknown) => {
      throw diskError(this.directory, error)
    })
  }

  /** Runs `work` when all changes are in the LMDB file and on the disk. Writes and checkpoints wait meanwhile. */
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

  /** Commits all changes to the LMDB file and syncs it. */
  private async commitAll(): Promise<void> {
    await this.syncing
    await this.commitRecorded()
    this.unrecorded.reset()
    await this.syncing
    if (this.failure) throw this.failure
  }

  /** Resolves when all changes are in the journal or refused. The gate must be closed. */
  private async settleRecorded(): Promise<void> {
    // A writer that passed the gate before it closed makes its changes in this turn.
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
   * Undoes changes that are not durable: restores the last commit and applies the journal.
   * @param refuse rejects the writers of undone changes, before other writes begin
   */
  private rebuild(refuse: () => void = () => undefined): Promise<void> {
    return this.gate.during(async () => {
      await this.environment.abort()
      this.replay()
      refuse()
    })
  }

  /** Applies the journal to the last commit. No read runs meanwhile. */
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
