import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Disk, DurableFile } from '../disk.ts'
import { readPart } from '../read-part.ts'
import { BLOCK, type FoundBatch, readBatch } from './batch.ts'

/** A file of the journal. Its batches are overwritten when a checkpoint holds the last of them. */
type Segment = {
  path: string
  size: number
  file: DurableFile | undefined
  /** number of the last batch in it; 0 for none */
  last: number
}

/** Maximum number of files. */
const MAX_SEGMENTS = 8

const NAME = /^\d{8}\.journal$/

/**
 * Files of the journal. They have one size, are created in advance, written one after the other, and reused. Each batch is
 * on the disk before the next is written. A missing or damaged batch was therefore acknowledged if a batch with a higher
 * number exists, and was not otherwise.
 */
export class JournalSegments {
  private segments: Segment[] = []
  private current: Segment | undefined
  /** where the next batch goes in the current file */
  private offset = 0
  /** batches up to this one are in a checkpoint */
  private released = 0
  private making: Promise<void> | undefined
  /** positions that may hold a refused batch */
  private readonly refused: { segment: Segment; offset: number }[] = []
  private readonly directory: string
  private readonly disk: Disk
  private readonly storeId: Buffer
  private readonly segmentBytes: number

  constructor(directory: string, disk: Disk, storeId: Buffer, journalBytes: number) {
    this.directory = directory
    this.disk = disk
    this.storeId = storeId
    this.segmentBytes = Math.ceil(journalBytes / MAX_SEGMENTS / BLOCK) * BLOCK
  }

  /**
   * Reads all files and passes every batch after `released` to `visit` in order. Later writes continue after the last batch.
   * @returns the number of the last batch
   * @throws Error when an acknowledged batch is missing or damaged
   */
  async open(released: number, visit: (batch: FoundBatch) => void): Promise<number> {
    this.released = released
    for (const name of readdirSync(this.directory)
      .filter((each) => NAME.test(each))
      .sort()) {
      const path = join(this.directory, name)
      this.segments.push({ path, size: statSync(path).size, file: undefined, last: 0 })
    }
    const last = this.replay(released, visit)
    this.removeUnusable()
    for (const segment of this.segments) segment.file = await this.disk.open(segment.path)
    if (this.segments.length === 0) await this.make()
    this.current ??= this.segments[0]
    return last
  }

  /** Passes the batches after `released`, up to `until`, to `visit` in order. */
  replay(released: number, visit: (batch: FoundBatch) => void, until = Number.MAX_SAFE_INTEGER): number {
    const found = this.segments.flatMap((segment) =>
      [...this.batchesOf(segment, released)].map((batch) => ({ ...batch, segment })),
    )
    found.sort((a, b) => a.number - b.number)
    let last = released
    for (const { segment, number, offset, blocks } of found) {
      segment.last = Math.max(segment.last, number)
      if (number > until) continue
      if (number !== last + 1) throw damaged(last + 1, number, segment.path)
      const bytes = readPart(segment.path, offset, blocks * BLOCK)
      const batch = readBatch(bytes, 0, this.storeId)
      if (!batch) throw new Error(`${segment.path} changes while it is read`)
      visit(batch)
      last = number
      this.current = segment
      this.offset = offset + blocks * BLOCK
    }
    return last
  }

  /** Removes files of another size (interrupted creation, other settings) that hold no needed batch. */
  private removeUnusable(): void {
    const isUsable = ({ size, last }: Segment) => size === this.segmentBytes || last > this.released
    for (const { path } of this.segments.filter((segment) => !isUsable(segment))) rmSync(path)
    this.segments = this.segments.filter(isUsable)
  }

  private *batchesOf(
    segment: Segment,
    behind: number,
  ): Generator<Pick<FoundBatch, 'number' | 'offset' | 'blocks'>> {
    const bytes = readPart(segment.path, 0, segment.size)
    for (let offset = 0; offset + BLOCK <= bytes.length; ) {
      const batch = readBatch(bytes, offset, this.storeId, behind)
      if (batch) yield { number: batch.number, offset, blocks: batch.blocks }
      // After a damaged batch, later batches are searched block by block.
      offset += (batch?.blocks ?? 1) * BLOCK
    }
  }

  /** Reports if a batch of this size fits before the next checkpoint. */
  hasRoom(bytes: number): boolean {
    if (bytes > this.segmentBytes) return false
    if (this.current && this.offset + bytes <= this.current.size) return true
    return this.reusable() !== undefined || this.segments.length < MAX_SEGMENTS
  }

  /** Writes a batch; resolves when it is on the disk, or with false when the disk has no room for another file. */
  async append(batch: Buffer, number: number): Promise<boolean> {
    if (this.refused.length > 0) await this.forget()
    if (!this.current || this.offset + batch.length > this.current.size) {
      if (!(await this.advance())) return false
    }
    const segment = this.current!
    this.refused.push({ segment, offset: this.offset })
    await segment.file!.write(batch, this.offset)
    this.refused.pop()
    segment.last = number
    this.offset += batch.length
    this.makeAhead()
    return true
  }

  /**
   * Makes refused batches unreadable, which may be partly written. A start must not find them later, so other writes wait.
   */
  async forget(): Promise<void> {
    for (;;) {
      const [place] = this.refused
      if (!place) return
      await place.segment.file!.write(Buffer.alloc(BLOCK), place.offset)
      this.refused.shift()
    }
  }

  /** Batches up to this one are in a durable checkpoint: files without other batches are reused. */
  release(through: number): void {
    this.released = through
  }

  private reusable(): Segment | undefined {
    return this.segments.find(
      (segment) => segment.last <= this.released && segment.size === this.segmentBytes,
    )
  }

  private async advance(): Promise<boolean> {
    await this.making
    if (!this.reusable()) await this.make().catch(() => undefined)
    const next = this.reusable()
    if (!next) return false
    this.current = next
    this.offset = 0
    return true
  }

  /** Creates the next file while the current one has room, so that no writer waits for it. */
  private makeAhead(): void {
    if (this.making || this.offset * 2 < this.current!.size || this.reusable()) return
    // A failure occurs again when the file is needed.
    this.making = this.make()
      .catch(() => undefined)
      .finally(() => {
        this.making = undefined
      })
  }

  private async make(): Promise<void> {
    if (this.segments.length >= MAX_SEGMENTS) throw new Error('every file of the journal is in use')
    const used = this.segments.map(({ path }) => path)
    let number = 1
    const pathOf = () => join(this.directory, `${String(number).padStart(8, '0')}.journal`)
    while (used.includes(pathOf())) number++
    const path = pathOf()
    try {
      await this.disk.create(path, this.segmentBytes)
      await this.disk.syncDirectory(this.directory)
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    }
    const file = await this.disk.open(path)
    this.segments.push({ path, size: this.segmentBytes, file, last: 0 })
  }

  async close(): Promise<void> {
    await this.making
    for (const { file } of this.segments) await file?.close()
  }
}

function damaged(expected: number, next: number, path: string): Error {
  return new Error(
    `The journal is damaged: batch ${expected} is missing or unreadable, though batch ${next} in ${path} was written after it. ` +
      'Acknowledged writes would be lost, so the store does not start. Restore a backup of the data directory; or, to go on ' +
      'without the writes since the last checkpoint, move the folder "journal" away.',
  )
}
