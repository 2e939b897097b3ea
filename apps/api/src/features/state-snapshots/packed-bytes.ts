/** Numbers as the machine writes them, which is little-endian on all that Node runs on today. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Bytes that wider numbers can be read from: those have to begin at a multiple of their width. */
export const copyOf = (bytes: Buffer): ArrayBuffer => {
  const copy = new ArrayBuffer(bytes.length)
  new Uint8Array(copy).set(bytes)
  return copy
}
