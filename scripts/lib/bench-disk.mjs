import { closeSync, constants, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './bench-load.mjs'

const SECTOR = 512
const BLOCK = 4096
const SYNCS = 200

/** Returns the bytes that the disk of a folder has written since the machine started, as the kernel counts them. */
export function bytesWritten(folder) {
  const { dev } = statSync(folder)
  const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)]
  const row = readFileSync('/proc/diskstats', 'utf8')
    .split('\n')
    .map((each) => each.trim().split(/\s+/))
    .find((columns) => Number(columns[0]) === major && Number(columns[1]) === minor)
  if (!row) throw new Error(`/proc/diskstats does not name the disk of ${folder}`)
  return Number(row[9]) * SECTOR
}

/** Returns the median time of a synced write of one block in place, in milliseconds. */
export async function syncTime(folder) {
  const path = join(folder, 'sync-time')
  const bytes = Buffer.alloc(BLOCK)
  const filled = openSync(path, 'w')
  for (let n = 0; n < SYNCS; n += 1) writeSync(filled, bytes)
  closeSync(filled)
  const file = openSync(path, constants.O_RDWR | constants.O_DSYNC)
  const times = []
  for (let n = 0; n < SYNCS; n += 1) {
    const before = performance.now()
    writeSync(file, bytes, 0, BLOCK, n * BLOCK)
    times.push(performance.now() - before)
  }
  closeSync(file)
  rmSync(path)
  return median(times)
}

/** Returns the memory of a process without the pages of files, in MB. */
export function privateMemory(pid) {
  const kilobytes = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
