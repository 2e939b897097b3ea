/** Buffer that grows as bytes are appended. */
export class GrowingBuffer {
  protected buf: Buffer
  /** bytes that are in use */
  length: number
  private readonly keptBytes: number
  private readonly head: number

  /** @param keptBytes bytes of space to begin with, and after a reset @param head bytes left free at the beginning */
  constructor(keptBytes: number, head = 0) {
    this.keptBytes = keptBytes
    this.head = head
    this.length = head
    this.buf = Buffer.allocUnsafe(keptBytes)
  }

  /** Empties the buffer, and frees the space beyond `keptBytes`. */
  reset(): void {
    this.length = this.head
    if (this.buf.length > this.keptBytes) this.buf = Buffer.allocUnsafe(this.keptBytes)
  }

  /** Returns a view of the bytes in use, valid until more are appended. */
  view(): Buffer {
    return this.buf.subarray(0, this.length)
  }

  copy(): Buffer {
    return Buffer.from(this.view())
  }

  byte(value: number): void {
    this.reserve(1)
    this.buf[this.length++] = value
  }

  protected reserve(bytes: number): void {
    const needed = this.length + bytes
    if (needed <= this.buf.length) return
    const grown = Buffer.allocUnsafe(Math.max(needed, this.buf.length * 2))
    this.buf.copy(grown, 0, 0, this.length)
    this.buf = grown
  }
}
