import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Disk, DurableFile } from '../disk.ts'

/** Bytes that a disk writes as a whole, or not at all. */
const SECTOR = 512
const PAGE = 4096

export class PowerCut extends Error {}

/**
 * Disk whose power can be cut at any operation. Synced bytes stay. Each sector of an unsynced write may be written or not.
 * LMDB writes its file past this disk: each of its unsynced pages may be the old one, the new one, or torn.
 */
export class LossyDisk implements Disk {
  /** Called at the cut, before anything else happens. */
  onCut: () => void = () => undefined
  private isCut = false
  private operations = 0
  private readonly live: string
  private readonly durable: string
  private readonly cutAt: number
  private readonly random: () => number

  /**
   * @param live directory that the store works in @param durable directory with the files that survive a power cut
   * @param cutAt number of the operation during which the power is cut
   */
  constructor(live: string, durable: string, cutAt: number, random: () => number) {
    this.live = live
    this.durable = durable
    this.cutAt = cutAt
    this.random = random
    cpSync(live, durable, { recursive: true })
  }

  async open(path: string): Promise<DurableFile> {
    this.operation()
    return {
      write: async (bytes, position) => {
        this.operation(() => this.tear(path, bytes, position))
        overwrite(path, bytes, position)
        await someTime(this.random)
        this.refuseAfterCut()
        overwrite(this.durablePath(path), bytes, position)
      },
      sync: async () => {
        const content = readFileSync(path)
        this.operation()
        await someTime(this.random)
        this.refuseAfterCut()
        writeFileSync(this.durablePath(path), content)
      },
      close: () => Promise.resolve(),
    }
  }

  async create(path: string, size: number): Promise<void> {
    this.operation(() =>
      writeFileSync(this.durablePath(path), Buffer.alloc(Math.floor(this.random() * size))),
    )
    writeFileSync(path, Buffer.alloc(size))
    await someTime(this.random)
    this.refuseAfterCut()
    writeFileSync(this.durablePath(path), Buffer.alloc(size))
  }

  async syncDirectory(path: string): Promise<void> {
    this.operation()
    for (const name of readdirSync(path)) {
      const there = this.durablePath(join(path, name))
      if (!existsSync(there) && statSync(join(path, name)).isFile())
        writeFileSync(there, readFileSync(join(path, name)))
    }
  }

  /** Cuts the power now, between two operations. */
  cut(): void {
    if (this.isCut) return
    this.isCut = true
    this.loseLmdbPages()
    this.onCut()
  }

  private operation(during: () => void = () => undefined): void {
    this.refuseAfterCut()
    if (++this.operations < this.cutAt) return
    during()
    this.cut()
    throw new PowerCut('The power is cut')
  }

  private refuseAfterCut(): void {
    if (this.isCut) throw new PowerCut('The power is cut')
  }

  private durablePath(path: string): string {
    const target = join(this.durable, relative(this.live, path))
    mkdirSync(dirname(target), { recursive: true })
    return target
  }

  private tear(path: string, bytes: Buffer, position: number): void {
    for (let at = 0; at < bytes.length; at += SECTOR)
      if (this.random() < 0.5)
        overwrite(this.durablePath(path), bytes.subarray(at, at + SECTOR), position + at)
  }

  private loseLmdbPages(): void {
    const path = readdirSync(this.live).find((name) => basename(name) === 'store.mdb')
    if (path === undefined) return
    const after = readFileSync(join(this.live, path))
    const target = this.durablePath(join(this.live, path))
    const before = existsSync(target) ? readFileSync(target) : Buffer.alloc(0)
    const share = this.random()
    for (let at = 0; at < after.length; at += PAGE) {
      const page = after.subarray(at, at + PAGE)
      if (page.equals(before.subarray(at, at + PAGE)) || this.random() > share) continue
      const isTorn = this.random() < 0.2
      for (let sector = 0; sector < page.length; sector += SECTOR)
        if (!isTorn || this.random() < 0.5)
          overwrite(target, page.subarray(sector, sector + SECTOR), at + sector)
    }
  }
}

/** Waits, so that other work runs meanwhile as with a real disk. */
const someTime = (random: () => number): Promise<void> =>
  new Promise((resolve) => (random() < 0.7 ? setImmediate(resolve) : setTimeout(resolve, random() * 8)))

function overwrite(path: string, bytes: Buffer, position: number): void {
  if (!existsSync(path)) writeFileSync(path, '')
  if (statSync(path).size < position) truncateSync(path, position)
  const fd = openSync(path, 'r+')
  try {
    writeSync(fd, bytes, 0, bytes.length, position)
  } finally {
    closeSync(fd)
  }
}
