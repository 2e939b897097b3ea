import { createReadStream } from 'node:fs'
import { openSealedFile } from '@wardtrack/backup'

/** An uploaded file as it lies on the disk, and the key that opens it. */
export type SealedSource = { path: string; key: Uint8Array }

/** The bytes of a sealed file in pieces. @throws BackupError when it was changed or cut off */
export const sourceBytes = ({ path, key }: SealedSource): AsyncIterable<Buffer> =>
  openSealedFile(createReadStream(path), { fileKey: () => Buffer.from(key) })

/** The first bytes of a sealed file, at most as many as asked for. */
export async function firstBytes(source: SealedSource, most: number): Promise<Buffer> {
  for await (const bytes of sourceBytes(source)) return bytes.subarray(0, most)
  return Buffer.alloc(0)
}
