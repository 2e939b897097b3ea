import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Writes the number of an event as an id and reads it again. An id tells its reader nothing: no two are the same, and
 * how many events lie between two of them, or whether any do, cannot be seen. Only the process that wrote one reads it.
 */
export type EventIds = {
  write(number: number): string
  /** the number of an id; undefined when it is not one of these */
  read(id: string): number | undefined
}

const ALGORITHM = 'aes-128-ecb'
const BLOCK_BYTES = 16
const NUMBER_BYTES = 6

/**
 * Makes the ids of a process. An id is one block under a key of this process: the event's number, a number that makes
 * the block different from every other, and zeros by which a foreign one is known. Blocks that differ are encrypted to
 * what nobody can tell from random, so that no mode of chaining is needed; thousands are written in a second.
 */
export function createEventIds(): EventIds {
  const key = randomBytes(BLOCK_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, null).setAutoPadding(false)
  const decipher = createDecipheriv(ALGORITHM, key, null).setAutoPadding(false)
  let written = 0
  return {
    write: (number) => {
      const block = Buffer.alloc(BLOCK_BYTES)
      block.writeUIntBE(number, 0, NUMBER_BYTES)
      block.writeUIntBE((written += 1), NUMBER_BYTES, NUMBER_BYTES)
      return cipher.update(block).toString('base64url')
    },
    read: (id) => {
      if (!/^[\w-]{22}$/.test(id)) return undefined
      const block = decipher.update(Buffer.from(id, 'base64url'))
      return block.readUInt32BE(2 * NUMBER_BYTES) === 0 ? block.readUIntBE(0, NUMBER_BYTES) : undefined
    },
  }
}
