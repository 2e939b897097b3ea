import { createHash } from 'node:crypto'

/** Numbers per entry of the table: two of the digest, and the line. */
const ENTRY = 3

/**
 * Remembers the line of each identity in a table of fixed size: 24 to 48 bytes a row, however long the identities
 * are. Identities are compared by 64 bits of their digest.
 */
export class LinesByIdentity {
  private readonly mask: number
  private readonly table: Uint32Array
  private free: number

  /** @param most maximum number of identities; further ones are not remembered */
  constructor(most: number) {
    const places = 2 ** Math.ceil(Math.log2(2 * Math.max(most, 1)))
    this.mask = places - 1
    this.table = new Uint32Array(places * ENTRY)
    this.free = most
  }

  /** Remembers the newest line of an identity. @returns its previous line; undefined if the identity is new */
  note(identity: string, line: number): number | undefined {
    const digest = createHash('sha256').update(identity).digest()
    const high = digest.readUInt32LE(0)
    const low = digest.readUInt32LE(4)
    for (let place = high & this.mask; ; place = (place + 1) & this.mask) {
      const at = place * ENTRY
      const known = this.table[at + 2]
      if (known === 0) {
        if (this.free > 0) this.table.set([high, low, line], at)
        this.free = Math.max(0, this.free - 1)
        return undefined
      }
      if (this.table[at] !== high || this.table[at + 1] !== low) continue
      this.table[at + 2] = line
      return known
    }
  }
}
