import { numberAt } from '../../bson/number.ts'
import { int32At, longAt, T, type Value, valueEnd } from '../../bson/value.ts'

/** Rank of a type in MongoDB's comparison order. */
function typeRank(type: number): number {
  switch (type) {
    case T.missing:
    case T.undefined:
      return 1
    case T.null:
      return 2
    case T.int:
    case T.double:
    case T.long:
      return 3
    case T.string:
      return 4
    case T.object:
      return 5
    case T.array:
      return 6
    case T.binary:
      return 7
    case T.objectId:
      return 8
    case T.bool:
      return 9
    case T.date:
      return 10
    default:
      throw new Error(`There are no stored values of type ${type}`)
  }
}

/** Unsigned byte order; a shorter run that is a beginning of the other comes first. */
function compareBytes(a: Buffer, aAt: number, aEnd: number, b: Buffer, bAt: number, bEnd: number): number {
  const aLength = aEnd - aAt
  const bLength = bEnd - bAt
  const length = aLength < bLength ? aLength : bLength
  for (let i = 0; i < length; i++) {
    const difference = a[aAt + i]! - b[bAt + i]!
    if (difference !== 0) return difference
  }
  return aLength - bLength
}

/** BSON comparison of two values, value by value: the order that encoded keys must have. */
function compareAt(aType: number, a: Buffer, aAt: number, bType: number, b: Buffer, bAt: number): number {
  const rank = typeRank(aType)
  const difference = rank - typeRank(bType)
  if (difference !== 0) return difference
  switch (rank) {
    case 3:
      return compareNumbers(aType, a, aAt, bType, b, bAt)
    case 4:
      return compareBytes(a, aAt + 4, aAt + 3 + int32At(a, aAt), b, bAt + 4, bAt + 3 + int32At(b, bAt))
    case 5:
      return compareDocuments(a, aAt, b, bAt, true)
    case 6:
      return compareDocuments(a, aAt, b, bAt, false)
    case 7:
      return compareBinaries(a, aAt, b, bAt)
    case 8:
      return compareBytes(a, aAt, aAt + 12, b, bAt, bAt + 12)
    case 9:
      return a[aAt]! - b[bAt]!
    case 10:
      return order(longAt(a, aAt), longAt(b, bAt))
    default:
      return 0
  }
}

export const compareByValue = (a: Value, b: Value) => compareAt(a.type, a.buf, a.at, b.type, b.buf, b.at)

const order = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

/** Binary: by length, then subtype, then bytes. */
function compareBinaries(a: Buffer, aAt: number, b: Buffer, bAt: number): number {
  const aLength = int32At(a, aAt)
  const difference = aLength - int32At(b, bAt)
  return difference !== 0
    ? difference
    : compareBytes(a, aAt + 4, aAt + 5 + aLength, b, bAt + 4, bAt + 5 + aLength)
}

function nameEnd(buf: Buffer, at: number): number {
  let end = at
  while (buf[end] !== 0) end++
  return end
}

/** Field by field: type rank, then name (documents only), then value; the one that ends first is less. */
function compareDocuments(a: Buffer, aAt: number, b: Buffer, bAt: number, names: boolean): number {
  let aEl = aAt + 4
  let bEl = bAt + 4
  for (;;) {
    const aType = a[aEl]!
    const bType = b[bEl]!
    if (aType === 0 || bType === 0) return aType === bType ? 0 : aType === 0 ? -1 : 1
    const byType = typeRank(aType) - typeRank(bType)
    if (byType !== 0) return byType
    const aName = nameEnd(a, aEl + 1)
    const bName = nameEnd(b, bEl + 1)
    const byName = names ? compareBytes(a, aEl + 1, aName, b, bEl + 1, bName) : 0
    if (byName !== 0) return byName
    const byValue = compareAt(aType, a, aName + 1, bType, b, bName + 1)
    if (byValue !== 0) return byValue
    aEl = valueEnd(aType, a, aName + 1)
    bEl = valueEnd(bType, b, bName + 1)
  }
}

/** Numeric order over all types, exactly. NaN equals itself and is below every other number. */
function compareNumbers(
  aType: number,
  aBuf: Buffer,
  aAt: number,
  bType: number,
  bBuf: Buffer,
  bAt: number,
): number {
  const a = aType === T.long ? longAt(aBuf, aAt) : numberAt(aType, aBuf, aAt)
  const b = bType === T.long ? longAt(bBuf, bAt) : numberAt(bType, bBuf, bAt)
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1
  if (Number.isNaN(b)) return 1
  return a < b ? -1 : a > b ? 1 : 0
}
