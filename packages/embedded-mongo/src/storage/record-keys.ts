/** Bytes of a record number at the end of a non-unique index entry, and as the value of a unique one. */
export const RID_BYTES = 6

/** The record number at a place of a key or a value, read byte by byte: LMDB's buffers have no trustworthy length. */
export const ridAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! * 256 + bytes[at + 1]!) * 2 ** 32 +
  (bytes[at + 2]! * 2 ** 24 + ((bytes[at + 3]! << 16) | (bytes[at + 4]! << 8) | bytes[at + 5]!))

/** A record number from the value of a unique index entry. */
export const asRid = (bytes: Uint8Array) => ridAt(bytes, 0)

/** Key of a document. */
export function documentKey(collection: number, rid: number): Buffer {
  const key = Buffer.allocUnsafe(4 + RID_BYTES)
  key.writeUInt32BE(collection, 0)
  key.writeUIntBE(rid, 4, RID_BYTES)
  return key
}

/** Key of an entry of an index that is not unique: encoded values, then the record. */
export function keyWithRid(key: Buffer, rid: number): Buffer {
  const entry = Buffer.allocUnsafe(key.length + RID_BYTES)
  key.copy(entry)
  entry.writeUIntBE(rid, key.length, RID_BYTES)
  return entry
}

export const ridOfKey = (key: Buffer) => key.readUIntBE(key.length - RID_BYTES, RID_BYTES)

export function numberKey(number: number): Buffer {
  const key = Buffer.allocUnsafe(4)
  key.writeUInt32BE(number, 0)
  return key
}
