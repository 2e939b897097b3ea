import { closeSync, openSync, readSync } from 'node:fs'

/** Reads a part of a file, or less at the end of the file. */
export function readPart(path: string, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  const fd = openSync(path, 'r')
  try {
    let done = 0
    for (let read = -1; read !== 0 && done < length; done += read)
      read = readSync(fd, bytes, done, length - done, offset + done)
    return bytes.subarray(0, done)
  } finally {
    closeSync(fd)
  }
}
