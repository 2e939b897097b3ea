import { Types } from '@wardtrack/database'

const ID_BYTES = 12
const FIRST_CAPACITY = 1024

/** List of store ids in 12 bytes each; as objects, the ids of a long export take ten times that. */
export class PackedIds {
  #bytes = Buffer.allocUnsafe(FIRST_CAPACITY * ID_BYTES)
  #length = 0

  /** Number of ids. */
  get length(): number {
    return this.#length
  }

  add(id: Types.ObjectId): void {
    const start = this.#length * ID_BYTES
    if (start === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2)
    this.#bytes.set(id.id, start)
    this.#length += 1
  }

  /** Returns the ids from `start` until before `end`, in the order of adding. */
  slice(start: number, end: number): Types.ObjectId[] {
    const ids: Types.ObjectId[] = []
    for (let index = start; index < Math.min(end, this.#length); index += 1)
      ids.push(new Types.ObjectId(this.#bytes.subarray(index * ID_BYTES, (index + 1) * ID_BYTES)))
    return ids
  }
}
