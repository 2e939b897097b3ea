/** Returns numbers as the machine stores them, which is little-endian on all platforms of Node. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Copies bytes so that wider numbers can be read: these need an offset that is a multiple of their width. */
export const copyOf = (bytes: Buffer): ArrayBuffer => {
  const copy = new ArrayBuffer(bytes.length)
  new Uint8Array(copy).set(bytes)
  return copy
}
