import { createReadStream } from 'node:fs'
import { openSealedFile } from '@wardtrack/backup'

/** Sealed uploaded file on disk, and the key that opens it. */
export type SealedSource = { path: string; key: Uint8Array }

/** Reads the bytes of a sealed file in pieces. @throws BackupError when the file was changed or truncated */
export const sourceBytes = ({ path, key }: SealedSource): AsyncIterable<Buffer> =>
  openSealedFile(createReadStream(path), { fileKey: () => Buffer.from(key) })

/** Reads the first bytes of a sealed file. @param most maximum number of bytes */
export async function firstBytes(source: SealedSource, most: number): Promise<Buffer> {
  for await (const bytes of sourceBytes(source)) return bytes.subarray(0, most)
  return Buffer.alloc(0)
}
