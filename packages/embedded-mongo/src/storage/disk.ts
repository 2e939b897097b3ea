import {
  close as closeFile,
  constants,
  fdatasync,
  fsync,
  open as openFile,
  write as writeFile,
} from 'node:fs'
import { promisify } from 'node:util'

const open = promisify(openFile)
const close = promisify(closeFile)
const syncData = promisify(fdatasync)
const syncAll = promisify(fsync)
const write = promisify(writeFile)

/** A file whose writes can be waited for until they are on the disk. */
export type DurableFile = {
  /** Writes in place; resolves when the bytes are on the disk. */
  write(bytes: Buffer, position: number): Promise<void>
  /** Resolves when all writes of this process to the file, through any handle, are on the disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Disk operations that the store uses. Tests pass a disk that loses unsynced writes. */
export type Disk = {
  /** Opens a file that exists. */
  open(path: string): Promise<DurableFile>
  /**
   * Creates a file of `size` zero bytes and makes it and its name durable. Later writes within the file change no metadata,
   * so a sync needs only one write of the disk.
   */
  create(path: string, size: number): Promise<void>
  /** Makes renamed and new names of a directory durable. */
  syncDirectory(path: string): Promise<void>
}

/** True if the kernel can sync each write, so that a write and its sync are one call. On macOS this does not reach the disk. */
const SYNCED_WRITES = process.platform === 'linux'
const ZEROS = 1024 ** 2

async function writeAll(fd: number, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await write(fd, bytes, done, bytes.length - done, position + done)).bytesWritten
}

/** The disk of this machine. */
export const machineDisk: Disk = {
  async open(path) {
    const fd = await open(path, constants.O_RDWR | (SYNCED_WRITES ? constants.O_DSYNC : 0))
    return {
      async write(bytes, position) {
        await writeAll(fd, bytes, position)
        if (!SYNCED_WRITES) await syncData(fd)
      },
      sync: () => syncData(fd),
      close: () => close(fd),
    }
  },
  async create(path, size) {
    const fd = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC, 0o600)
    try {
      const zeros = Buffer.alloc(Math.min(size, ZEROS))
      for (let at = 0; at < size; at += zeros.length)
        await writeAll(fd, zeros.subarray(0, Math.min(zeros.length, size - at)), at)
      await syncAll(fd)
    } finally {
      await close(fd)
    }
  },
  async syncDirectory(path) {
    // Windows cannot open directories; NTFS journals names by itself.
    if (process.platform === 'win32') return
    const fd = await open(path, constants.O_RDONLY)
    try {
      await syncAll(fd)
    } finally {
      await close(fd)
    }
  },
}
