import { T } from './value.ts'

/** MongoDB's names of BSON types, as they stand in messages. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [T.missing, 'missing'],
  [T.double, 'double'],
  [T.string, 'string'],
  [T.object, 'object'],
  [T.array, 'array'],
  [T.binary, 'binData'],
  [T.undefined, 'undefined'],
  [T.objectId, 'objectId'],
  [T.bool, 'bool'],
  [T.date, 'date'],
  [T.null, 'null'],
  [T.regex, 'regex'],
  [T.dbPointer, 'dbPointer'],
  [T.code, 'javascript'],
  [T.symbol, 'symbol'],
  [T.codeWithScope, 'javascriptWithScope'],
  [T.int, 'int'],
  [T.timestamp, 'timestamp'],
  [T.long, 'long'],
  [T.decimal, 'decimal'],
  [T.minKey, 'minKey'],
  [T.maxKey, 'maxKey'],
])

export const typeName = (type: number) => NAMES.get(type) ?? 'unknown'
