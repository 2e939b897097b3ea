/** MongoDB's names of BSON types, by number, as messages show them. */
const NAMES = (
  'missing double string object array binData undefined objectId bool date null regex dbPointer javascript symbol ' +
  'javascriptWithScope int timestamp long decimal'
).split(' ')
const OTHER_NAMES: Readonly<Record<number, string>> = { 127: 'maxKey', 255: 'minKey' }

export const typeName = (type: number): string => NAMES[type] ?? OTHER_NAMES[type] ?? 'unknown'
