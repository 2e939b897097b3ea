import { RID_BYTES } from './environment.ts'

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
