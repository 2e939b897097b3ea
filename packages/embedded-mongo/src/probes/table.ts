import {
  BSONRegExp,
  Binary,
  Decimal128,
  type Document,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson'

/**
 * What the store must answer, as MongoDB's documentation says. Documents get `_id` 1, 2, 3 … unless they name one.
 * Plain whole numbers are 32-bit integers; D() is a double, L() a 64-bit integer, N() a decimal: types are compared.
 */
export const D = (value: number) => new Double(value)
export const L = (value: number | string) => Long.fromString(String(value))
export const N = (value: string) => Decimal128.fromString(value)
const t = (text: string) => new Date(`${text}Z`)
const oid = (n: number) => new ObjectId(n.toString(16).padStart(24, '0'))

export type FilterProbe = [name: string, documents: Document[], filter: Document, ids: unknown[]]
export type FindProbe = [name: string, documents: Document[], options: Document, expected: Document[]]
export type UpdateProbe = [name: string, documents: Document[], statement: Document, expected: Document[]]
export type PipelineProbe = [name: string, documents: Document[], pipeline: Document[], expected: Document[]]
export type ExpressionProbe = [expression: unknown, document: Document, expected: unknown]
export type RefusalProbe = [name: string, documents: Document[], command: Document, code: number]

const numbers = [{ a: 1 }, { a: D(1) }, { a: L(1) }, { a: N('1.0') }, { a: 2 }, { a: '1' }]
const nested = [{ a: { b: 1 } }, { a: { b: 2, c: 1 } }, { a: [{ b: 1 }, { b: 3 }] }, { a: 5 }, {}]
const arrays = [{ a: [1, 2, 3] }, { a: [4, 5] }, { a: [] }, { a: 2 }, { a: [[1, 2]] }, {}]
const nulls = [{ a: null }, {}, { a: 0 }, { a: [] }, { a: [null] }, { a: [1] }]
const mixed = [
  { a: 5 },
  { a: '5' },
  { a: true },
  { a: null },
  { a: t('2026-01-01T00:00:00') },
  { a: { x: 1 } },
  { a: oid(1) },
]
const texts = [
  { a: 'Pump' },
  { a: 'pump 2' },
  { a: 'Bed' },
  { a: 7 },
  { a: ['x', 'Pump A'] },
  { a: 'line1\nline2' },
]
const tags = [
  {
    T: [
      { P: 'a', id: '1' },
      { P: 'b', id: '2' },
    ],
  },
  { T: [{ P: 'a', id: '2' }] },
  { T: [] },
  { T: { P: 'a', id: '2' } },
]

export const FILTERS: FilterProbe[] = [
  ['an empty filter matches all', numbers, {}, [1, 2, 3, 4, 5, 6]],
  ['numbers are equal across int, double, long and decimal', numbers, { a: 1 }, [1, 2, 3, 4]],
  ['a double constant finds ints', numbers, { a: D(1) }, [1, 2, 3, 4]],
  ['a long constant finds decimals', numbers, { a: L(1) }, [1, 2, 3, 4]],
  ['a text is no number', numbers, { a: '1' }, [6]],
  ['$eq is equality', numbers, { a: { $eq: 2 } }, [5]],
  ['$ne takes everything else', numbers, { a: { $ne: 1 } }, [5, 6]],
  ['$gt stays within numbers', numbers, { a: { $gt: 1 } }, [5]],
  ['$gte includes the bound', numbers, { a: { $gte: 1 } }, [1, 2, 3, 4, 5]],
  ['$lt excludes the bound', numbers, { a: { $lt: 2 } }, [1, 2, 3, 4]],
  ['two bounds make a range', numbers, { a: { $gt: 0, $lt: 2 } }, [1, 2, 3, 4]],
  [
    'longs beyond 2^53 are told apart',
    [{ a: L('9007199254740993') }, { a: L('9007199254740992') }],
    { a: L('9007199254740993') },
    [1],
  ],
  [
    'a long beyond 2^53 compares exactly with a double',
    [{ a: L('9007199254740993') }, { a: D(9007199254740992) }],
    { a: { $gt: D(9007199254740992) } },
    [1],
  ],
  [
    'negative numbers come before positive ones',
    [{ a: -5 }, { a: D(-0.5) }, { a: 0 }, { a: 3 }],
    { a: { $lt: 0 } },
    [1, 2],
  ],
  ['minus zero is zero', [{ a: D(-0) }, { a: 0 }], { a: 0 }, [1, 2]],
  ['NaN equals NaN', [{ a: D(Number.NaN) }, { a: 1 }], { a: D(Number.NaN) }, [1]],
  ['NaN is not less than anything', [{ a: D(Number.NaN) }, { a: 1 }], { a: { $lt: 5 } }, [2]],
  [
    'infinity is greater than every number',
    [{ a: D(Number.POSITIVE_INFINITY) }, { a: 1 }],
    { a: { $gt: 1e300 } },
    [1],
  ],
  ['decimals compare exactly', [{ a: N('0.1') }, { a: N('0.3') }, { a: D(0.1) }], { a: N('0.1') }, [1]],
  ['a dotted path enters documents', nested, { 'a.b': 2 }, [2]],
  ['a dotted path enters arrays of documents', nested, { 'a.b': 3 }, [3]],
  ['a document equals only itself, whole', nested, { a: { b: 1 } }, [1, 3]],
  [
    'documents compare with the order of their fields',
    [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }],
    { a: { x: 1, y: 2 } },
    [1],
  ],
  ['a path below a number is missing', nested, { 'a.b': { $exists: false } }, [4, 5]],
  ['a missing path equals null', nested, { 'a.c': null }, [1, 3, 4, 5]],
  ['$exists true', nested, { 'a.c': { $exists: true } }, [2]],
  ['$exists takes null for existing', nulls, { a: { $exists: true } }, [1, 3, 4, 5, 6]],
  ['null equals null and missing and an element null', nulls, { a: null }, [1, 2, 5]],
  ['$ne null', nulls, { a: { $ne: null } }, [3, 4, 6]],
  ['$in with null', nulls, { a: { $in: [null, 0] } }, [1, 2, 3, 5]],
  ['$nin with null', nulls, { a: { $nin: [null] } }, [3, 4, 6]],
  ['$gte null is null alone', nulls, { a: { $gte: null } }, [1, 2, 5]],
  ['$type null does not take missing', nulls, { a: { $type: 'null' } }, [1, 5]],
  [
    'a path into an array of scalars is not null',
    [{ a: [1, 2] }, { a: [{ b: null }] }, { a: [{ c: 1 }] }],
    { 'a.b': null },
    [2, 3],
  ],
  ['an element equals', arrays, { a: 2 }, [1, 4]],
  ['an array equals the whole array', arrays, { a: [1, 2, 3] }, [1]],
  ['an array equals an element that is an array', arrays, { a: [1, 2] }, [5]],
  ['an empty array equals an empty array', arrays, { a: [] }, [3]],
  ['a range on an array needs one element', arrays, { a: { $gt: 4 } }, [2]],
  [
    'two conditions on an array may be met by two elements',
    [{ a: [1, 9] }, { a: [4] }, { a: [1] }],
    { a: { $gt: 3, $lt: 5 } },
    [1, 2],
  ],
  [
    '$elemMatch needs one element for all',
    [{ a: [1, 9] }, { a: [4, 20] }],
    { a: { $elemMatch: { $gt: 3, $lt: 5 } } },
    [2],
  ],
  ['$elemMatch on documents', tags, { T: { $elemMatch: { P: 'a', id: '2' } } }, [2]],
  ['separate conditions may be met by separate elements', tags, { 'T.P': 'a', 'T.id': '2' }, [1, 2, 4]],
  ['$elemMatch does not take a single document', tags, { T: { $elemMatch: { P: 'a' } } }, [1, 2]],
  ['$elemMatch with $or inside', tags, { T: { $elemMatch: { $or: [{ id: '1' }, { P: 'zz' }] } } }, [1]],
  ['$elemMatch with $in and $ne on values', arrays, { a: { $elemMatch: { $in: [4, 3], $ne: 3 } } }, [2]],
  ['a position in an array', arrays, { 'a.0': 4 }, [2]],
  ['a position and a field', tags, { 'T.1.P': 'b' }, [1]],
  ['$size', arrays, { a: { $size: 2 } }, [2]],
  ['$size 0', arrays, { a: { $size: 0 } }, [3]],
  ['$all needs every value', arrays, { a: { $all: [1, 3] } }, [1]],
  ['$all of one takes a single value', arrays, { a: { $all: [2] } }, [1, 4]],
  ['$all of nothing matches nothing', arrays, { a: { $all: [] } }, []],
  [
    '$all of $elemMatch',
    tags,
    { T: { $all: [{ $elemMatch: { P: 'a' } }, { $elemMatch: { P: 'b' } }] } },
    [1],
  ],
  [
    '$all of texts',
    [{ g: ['INF', 'NFU', 'FUS'] }, { g: ['INF', 'FUS'] }, { g: 'INF' }],
    { g: { $all: ['INF', 'NFU'] } },
    [1],
  ],
  ['$in', arrays, { a: { $in: [5, 2] } }, [1, 2, 4]],
  ['$in of nothing matches nothing', arrays, { a: { $in: [] } }, []],
  ['$in with a pattern', texts, { a: { $in: [/^Be/, 7] } }, [3, 4]],
  ['$nin takes missing', arrays, { a: { $nin: [2, 4] } }, [3, 5, 6]],
  ['$not turns a comparison round, missing included', arrays, { a: { $not: { $gt: 1 } } }, [3, 5, 6]],
  [
    '$not of $gte on a missing date',
    [{ t: t('2026-01-01T00:00:00') }, {}, { t: t('2026-03-01T00:00:00') }],
    { t: { $not: { $gte: t('2026-02-01T00:00:00') } } },
    [1, 2],
  ],
  ['$not with a pattern', texts, { a: { $not: /um/ } }, [3, 4, 6]],
  ['$mod', [{ a: 4 }, { a: 5 }, { a: D(8.5) }, { a: 'x' }], { a: { $mod: [4, 0] } }, [1, 3]],
  ['$and', numbers, { $and: [{ a: { $gte: 1 } }, { a: { $lt: 2 } }] }, [1, 2, 3, 4]],
  ['$or', numbers, { $or: [{ a: 2 }, { a: '1' }] }, [5, 6]],
  ['$nor', numbers, { $nor: [{ a: 2 }, { a: '1' }] }, [1, 2, 3, 4]],
  [
    '$or beside a field',
    [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ],
    { a: 1, $or: [{ b: 2 }, { b: 3 }] },
    [2],
  ],
  ['$comment changes nothing', numbers, { a: 2, $comment: 'why' }, [5]],
  ['comparison stays within dates', mixed, { a: { $gte: t('2020-01-01T00:00:00') } }, [5]],
  ['comparison stays within texts', mixed, { a: { $gt: '' } }, [2]],
  ['comparison stays within booleans', mixed, { a: { $gte: false } }, [3]],
  ['comparison stays within ids', mixed, { a: { $gt: oid(0) } }, [7]],
  ['comparison of documents', mixed, { a: { $gte: { x: 1 } } }, [6]],
  [
    'greater than MinKey is everything that exists',
    [{ a: 1 }, { a: 'x' }, {}],
    { a: { $gt: new MinKey() } },
    [1, 2],
  ],
  [
    'less than MaxKey is everything that exists',
    [{ a: 1 }, { a: 'x' }, {}],
    { a: { $lt: new MaxKey() } },
    [1, 2],
  ],
  ['$type by name', mixed, { a: { $type: 'string' } }, [2]],
  ['$type objectId', mixed, { a: { $type: 'objectId' } }, [7]],
  ['$type number', numbers, { a: { $type: 'number' } }, [1, 2, 3, 4, 5]],
  ['$type by code and list', numbers, { a: { $type: [1, 'string'] } }, [2, 6]],
  ['$type array', arrays, { a: { $type: 'array' } }, [1, 2, 3, 5]],
  ['a pattern is case-sensitive', texts, { a: /pump/ }, [2]],
  ['option i', texts, { a: { $regex: 'PUMP', $options: 'i' } }, [1, 2, 5]],
  ['an anchored pattern', texts, { a: /^Pump/ }, [1, 5]],
  ['an anchored pattern with a wildcard', texts, { a: /^Pu.p$/ }, [1]],
  ['option m anchors at lines', texts, { a: /^line2/m }, [6]],
  ['option s lets the dot take line ends', texts, { a: new BSONRegExp('line1.line2', 's') }, [6]],
  ['an inline flag', texts, { a: { $regex: '(?i)PUMP' } }, [1, 2, 5]],
  ['an alternation with an anchor', texts, { a: /^Pump|Bed/ }, [1, 3, 5]],
  ['a quantified last letter is no prefix', [{ a: 'Pum' }, { a: 'Pu' }, { a: 'P' }], { a: /^Pum?$/ }, [1, 2]],
  ['an escaped dot is a dot', [{ a: 'a.b' }, { a: 'axb' }], { a: /^a\.b/ }, [1]],
  [
    'a stored pattern equals itself',
    [{ a: new BSONRegExp('x', 'i') }, { a: 'x' }],
    { a: new BSONRegExp('y') },
    [],
  ],
  [
    '$expr compares two fields',
    [
      { a: 1, b: 2 },
      { a: 3, b: 2 },
    ],
    { $expr: { $gt: ['$a', '$b'] } },
    [2],
  ],
  [
    '$expr compares across types',
    [
      { a: 'x', b: 2 },
      { a: 1, b: 2 },
    ],
    { $expr: { $gt: ['$a', '$b'] } },
    [1],
  ],
  [
    'binary values compare by bytes and subtype',
    [{ a: new Binary(Buffer.from('ab')) }, { a: new Binary(Buffer.from('ab'), 4) }],
    { a: new Binary(Buffer.from('ab')) },
    [1],
  ],
  [
    'timestamps are no dates',
    [{ a: Timestamp.fromBits(1, 100) }, { a: new Date(100_000) }],
    { a: { $gte: new Date(0) } },
    [2],
  ],
  ['texts with NUL are told apart', [{ a: 'a\0b' }, { a: 'a' }], { a: 'a' }, [2]],
  [
    'texts compare by their bytes',
    [{ a: 'Z' }, { a: 'a' }, { a: 'é' }, { a: '😀' }],
    { a: { $gt: 'b' } },
    [3, 4],
  ],
  [
    'long texts are told apart behind what an index key holds',
    [{ a: `${'x'.repeat(2000)}1` }, { a: `${'x'.repeat(2000)}2` }],
    { a: `${'x'.repeat(2000)}2` },
    [2],
  ],
  [
    'ranges on long texts',
    [{ a: `${'x'.repeat(2000)}1` }, { a: `${'x'.repeat(2000)}2` }],
    { a: { $gt: `${'x'.repeat(2000)}1` } },
    [2],
  ],
  ['a null _id is an _id', [{ _id: null, a: 1 }, { a: 2 }], { _id: null }, [null]],
  ['an _id may be a document', [{ _id: { x: 1 } }, { a: 2 }], { _id: { x: 1 } }, [{ x: 1 }]],
  ['_id $in', numbers, { _id: { $in: [3, 1, 99] } }, [1, 3]],
  ['an array inside an array is not entered', [{ a: [[5]] }, { a: [5] }], { a: 5 }, [2]],
  [
    'nested arrays of documents are entered once',
    [{ a: [[{ b: 1 }]] }, { a: [{ b: [1] }] }],
    { 'a.b': 1 },
    [2],
  ],
]

const sortable = [
  { a: 2 },
  { a: 'x' },
  {},
  { a: null },
  { a: [5, 0] },
  { a: { z: 1 } },
  { a: true },
  { a: L(3) },
  { a: [] },
]
const people = [
  {
    n: 'b',
    d: { x: 1, y: 2 },
    l: [
      { p: 1, q: 2 },
      { p: 3, q: 4 },
    ],
  },
  { n: 'a', d: { x: 5 }, l: [{ p: 5, q: 6 }] },
]

export const FINDS: FindProbe[] = [
  [
    'ascending order crosses types: empty array, null, numbers, text, document, boolean',
    sortable,
    { sort: { a: 1, _id: 1 }, projection: { _id: 1 } },
    [
      { _id: 9 },
      { _id: 3 },
      { _id: 4 },
      { _id: 5 },
      { _id: 1 },
      { _id: 8 },
      { _id: 2 },
      { _id: 6 },
      { _id: 7 },
    ],
  ],
  [
    'descending order counts arrays by their greatest',
    sortable,
    { sort: { a: -1, _id: 1 }, projection: { _id: 1 } },
    [
      { _id: 7 },
      { _id: 6 },
      { _id: 2 },
      { _id: 5 },
      { _id: 8 },
      { _id: 1 },
      { _id: 3 },
      { _id: 4 },
      { _id: 9 },
    ],
  ],
  [
    'two sort keys',
    [
      { a: 1, b: 1 },
      { a: 0, b: 2 },
      { a: 1, b: 3 },
    ],
    { sort: { a: -1, b: -1 }, projection: { _id: 1 } },
    [{ _id: 3 }, { _id: 1 }, { _id: 2 }],
  ],
  [
    'skip and limit',
    numbers,
    { sort: { _id: 1 }, skip: 1, limit: 2, projection: { _id: 1 } },
    [{ _id: 2 }, { _id: 3 }],
  ],
  [
    'a limit of 0 is none',
    numbers,
    { limit: 0, projection: { _id: 1 }, sort: { _id: -1 } },
    [{ _id: 6 }, { _id: 5 }, { _id: 4 }, { _id: 3 }, { _id: 2 }, { _id: 1 }],
  ],
  [
    'number types come back as stored',
    [{ a: D(5), b: L(5), c: 5, d: N('5') }],
    {},
    [{ _id: 1, a: D(5), b: L(5), c: 5, d: N('5') }],
  ],
  ['_id comes first', [{ a: 1, _id: 7 }], {}, [{ _id: 7, a: 1 }]],
  [
    'inclusion keeps the document order',
    people,
    { projection: { l: 1, n: 1 }, filter: { n: 'a' } },
    [{ _id: 2, n: 'a', l: [{ p: 5, q: 6 }] }],
  ],
  ['inclusion without _id', people, { projection: { _id: 0, n: 1 } }, [{ n: 'b' }, { n: 'a' }]],
  [
    'inclusion of a dotted path',
    people,
    { projection: { 'd.x': 1 } },
    [
      { _id: 1, d: { x: 1 } },
      { _id: 2, d: { x: 5 } },
    ],
  ],
  [
    'inclusion through an array',
    people,
    { projection: { 'l.p': 1, _id: 0 } },
    [{ l: [{ p: 1 }, { p: 3 }] }, { l: [{ p: 5 }] }],
  ],
  [
    'exclusion',
    people,
    { projection: { l: 0, 'd.x': 0 } },
    [
      { _id: 1, n: 'b', d: { y: 2 } },
      { _id: 2, n: 'a', d: {} },
    ],
  ],
  [
    'exclusion through an array',
    people,
    { projection: { 'l.p': 0, d: 0, n: 0 } },
    [
      { _id: 1, l: [{ q: 2 }, { q: 4 }] },
      { _id: 2, l: [{ q: 6 }] },
    ],
  ],
  ['only _id excluded', [{ a: 1 }], { projection: { _id: 0 } }, [{ a: 1 }]],
  ['only _id included', [{ a: 1 }], { projection: { _id: 1 } }, [{ _id: 1 }]],
  [
    '$slice from the front',
    arrays,
    { projection: { a: { $slice: 2 } }, filter: { _id: 1 } },
    [{ _id: 1, a: [1, 2] }],
  ],
  [
    '$slice from the end',
    arrays,
    { projection: { a: { $slice: -1 } }, filter: { _id: 1 } },
    [{ _id: 1, a: [3] }],
  ],
  [
    '$slice with skip',
    arrays,
    { projection: { a: { $slice: [1, 1] } }, filter: { _id: 1 } },
    [{ _id: 1, a: [2] }],
  ],
  [
    '$elemMatch projection',
    people,
    { projection: { l: { $elemMatch: { p: 3 } } } },
    [{ _id: 1, l: [{ p: 3, q: 4 }] }, { _id: 2 }],
  ],
  [
    'a computed field',
    people,
    { projection: { n: 1, s: { $add: ['$d.x', 1] } } },
    [
      { _id: 1, n: 'b', s: 2 },
      { _id: 2, n: 'a', s: 6 },
    ],
  ],
]

const set = (u: Document | Document[], q: Document = {}, more: Document = {}) => ({ q, u, ...more })

export const UPDATES: UpdateProbe[] = [
  ['$set changes and adds', [{ a: 1 }], set({ $set: { a: 2, b: 3 } }), [{ _id: 1, a: 2, b: 3 }]],
  [
    'new fields are added in the order of their names',
    [{}],
    set({ $set: { c: 1, a: 2, b: 3 } }),
    [{ _id: 1, a: 2, b: 3, c: 1 }],
  ],
  ['$set makes documents on the way', [{}], set({ $set: { 'a.b.c': 1 } }), [{ _id: 1, a: { b: { c: 1 } } }]],
  [
    '$set keeps the number type given',
    [{}],
    set({ $set: { a: D(5), b: L(5) } }),
    [{ _id: 1, a: D(5), b: L(5) }],
  ],
  [
    '$set keeps the types of other fields',
    [{ a: D(5), b: L(7) }],
    set({ $set: { c: 1 } }),
    [{ _id: 1, a: D(5), b: L(7), c: 1 }],
  ],
  ['$set at a position', [{ a: [1, 2] }], set({ $set: { 'a.1': 9 } }), [{ _id: 1, a: [1, 9] }]],
  [
    '$set behind the end fills with null',
    [{ a: [1] }],
    set({ $set: { 'a.3': 9 } }),
    [{ _id: 1, a: [1, null, null, 9] }],
  ],
  ['$unset removes', [{ a: 1, b: 2 }], set({ $unset: { a: '' } }), [{ _id: 1, b: 2 }]],
  [
    '$unset of a position leaves null',
    [{ a: [1, 2] }],
    set({ $unset: { 'a.0': 1 } }),
    [{ _id: 1, a: [null, 2] }],
  ],
  ['$unset of nothing is no change', [{ a: 1 }], set({ $unset: { 'x.y': 1 } }), [{ _id: 1, a: 1 }]],
  ['$inc keeps int', [{ a: 1 }], set({ $inc: { a: 2 } }), [{ _id: 1, a: 3 }]],
  ['$inc of an int by a double is a double', [{ a: 1 }], set({ $inc: { a: D(1) } }), [{ _id: 1, a: D(2) }]],
  [
    '$inc of a long keeps long',
    [{ a: L('9007199254740993') }],
    set({ $inc: { a: 1 } }),
    [{ _id: 1, a: L('9007199254740994') }],
  ],
  [
    '$inc of an int beyond 32 bits becomes long',
    [{ a: 2147483647 }],
    set({ $inc: { a: 1 } }),
    [{ _id: 1, a: L(2147483648) }],
  ],
  ['$inc of a decimal', [{ a: N('0.1') }], set({ $inc: { a: N('0.2') } }), [{ _id: 1, a: N('0.3') }]],
  ['$inc of a missing field sets it', [{}], set({ $inc: { 'a.b': 5 } }), [{ _id: 1, a: { b: 5 } }]],
  ['$mul', [{ a: 3 }], set({ $mul: { a: D(1.5), b: 2 } }), [{ _id: 1, a: D(4.5), b: 0 }]],
  [
    '$min and $max',
    [{ a: 5, b: 5 }],
    set({ $min: { a: 3 }, $max: { b: 9, c: 1 } }),
    [{ _id: 1, a: 3, b: 9, c: 1 }],
  ],
  ['$max compares across types', [{ a: 5 }], set({ $max: { a: 'x' } }), [{ _id: 1, a: 'x' }]],
  ['$rename', [{ a: 1, b: 2 }], set({ $rename: { a: 'c.d' } }), [{ _id: 1, b: 2, c: { d: 1 } }]],
  [
    '$setOnInsert does nothing to a present document',
    [{ a: 1 }],
    set({ $setOnInsert: { b: 1 } }),
    [{ _id: 1, a: 1 }],
  ],
  ['$push', [{ a: [1] }], set({ $push: { a: 2, b: 3 } }), [{ _id: 1, a: [1, 2], b: [3] }]],
  [
    '$push of an array is one element',
    [{ a: [1] }],
    set({ $push: { a: [2, 3] } }),
    [{ _id: 1, a: [1, [2, 3]] }],
  ],
  [
    '$push $each with $position',
    [{ a: [1, 4] }],
    set({ $push: { a: { $each: [2, 3], $position: 1 } } }),
    [{ _id: 1, a: [1, 2, 3, 4] }],
  ],
  [
    '$push $each with $slice keeps the last',
    [{ a: [1, 2] }],
    set({ $push: { a: { $each: [3, 4], $slice: -3 } } }),
    [{ _id: 1, a: [2, 3, 4] }],
  ],
  [
    '$push $each with $sort by a field',
    [{ a: [{ x: 3 }] }],
    set({ $push: { a: { $each: [{ x: 1 }, { x: 2 }], $sort: { x: -1 }, $slice: 2 } } }),
    [{ _id: 1, a: [{ x: 3 }, { x: 2 }] }],
  ],
  [
    '$addToSet adds what is new',
    [{ a: [1, 2] }],
    set({ $addToSet: { a: 2, b: 1 } }),
    [{ _id: 1, a: [1, 2], b: [1] }],
  ],
  [
    '$addToSet $each',
    [{ a: [1] }],
    set({ $addToSet: { a: { $each: [1, 2, 2, D(2)] } } }),
    [{ _id: 1, a: [1, 2] }],
  ],
  [
    '$addToSet compares documents with their order',
    [{ a: [{ x: 1, y: 2 }] }],
    set({ $addToSet: { a: { y: 2, x: 1 } } }),
    [
      {
        _id: 1,
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
    ],
  ],
  ['$pull by value', [{ a: [1, 2, 1] }], set({ $pull: { a: 1 } }), [{ _id: 1, a: [2] }]],
  ['$pull by comparison', [{ a: [1, 5, 9] }], set({ $pull: { a: { $gte: 5 } } }), [{ _id: 1, a: [1] }]],
  [
    '$pull of documents',
    [
      {
        a: [
          { p: 'x', i: 1 },
          { p: 'y', i: 1 },
        ],
      },
    ],
    set({ $pull: { a: { p: 'x' } } }),
    [{ _id: 1, a: [{ p: 'y', i: 1 }] }],
  ],
  [
    '$pull with $in',
    [{ a: ['x', 'y', 'z'] }],
    set({ $pull: { a: { $in: ['x', 'z'] } } }),
    [{ _id: 1, a: ['y'] }],
  ],
  ['$pullAll', [{ a: [1, 2, 3, 2] }], set({ $pullAll: { a: [2, 3] } }), [{ _id: 1, a: [1] }]],
  [
    '$pop from both ends',
    [{ a: [1, 2, 3], b: [1, 2, 3] }],
    set({ $pop: { a: 1, b: -1 } }),
    [{ _id: 1, a: [1, 2], b: [2, 3] }],
  ],
  [
    'the positional $ is the matched element',
    [{ a: [{ k: 1 }, { k: 2 }] }],
    set({ $set: { 'a.$.v': 9 } }, { 'a.k': 2 }),
    [{ _id: 1, a: [{ k: 1 }, { k: 2, v: 9 }] }],
  ],
  [
    'the positional $ behind $elemMatch',
    [
      {
        a: [
          { k: 1, z: 1 },
          { k: 1, z: 2 },
        ],
      },
    ],
    set({ $set: { 'a.$.v': 9 } }, { a: { $elemMatch: { k: 1, z: 2 } } }),
    [
      {
        _id: 1,
        a: [
          { k: 1, z: 1 },
          { k: 1, z: 2, v: 9 },
        ],
      },
    ],
  ],
  ['$[] is every element', [{ a: [1, 2] }], set({ $inc: { 'a.$[]': 10 } }), [{ _id: 1, a: [11, 12] }]],
  [
    '$[name] is each that its filter takes',
    [{ a: [{ k: 1 }, { k: 5 }] }],
    set({ $set: { 'a.$[e].v': 1 } }, {}, { arrayFilters: [{ 'e.k': { $gt: 2 } }] }),
    [{ _id: 1, a: [{ k: 1 }, { k: 5, v: 1 }] }],
  ],
  [
    'only the first match is changed',
    [{ a: 1 }, { a: 1 }],
    set({ $set: { b: 1 } }, { a: 1 }),
    [
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 1 },
    ],
  ],
  [
    'multi changes all',
    [{ a: 1 }, { a: 1 }],
    set({ $set: { b: 1 } }, { a: 1 }, { multi: true }),
    [
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 1, b: 1 },
    ],
  ],
  ['a replacement keeps _id', [{ a: 1, b: 2 }], set({ c: D(3) }, { a: 1 }), [{ _id: 1, c: D(3) }]],
  [
    'an upsert takes the equalities of the filter',
    [],
    set({ $set: { c: 3 } }, { _id: 9, a: 1, b: { $gt: 5 } }, { upsert: true }),
    [{ _id: 9, a: 1, c: 3 }],
  ],
  [
    'an upsert takes equalities within $and',
    [],
    set({ $inc: { n: 1 } }, { $and: [{ _id: 9 }, { 'a.b': { $eq: 1 } }] }, { upsert: true }),
    [{ _id: 9, a: { b: 1 }, n: 1 }],
  ],
  [
    'an upsert applies $setOnInsert',
    [],
    set({ $setOnInsert: { x: 1 }, $set: { y: 2 } }, { _id: 9 }, { upsert: true }),
    [{ _id: 9, x: 1, y: 2 }],
  ],
  [
    'an upsert of a replacement takes only _id from the filter',
    [],
    set({ z: 1 }, { _id: 9, a: 1 }, { upsert: true }),
    [{ _id: 9, z: 1 }],
  ],
  [
    'an upsert that finds changes',
    [{ a: 1 }],
    set({ $set: { b: 2 } }, { a: 1 }, { upsert: true }),
    [{ _id: 1, a: 1, b: 2 }],
  ],
  [
    'an upsert with $not on a missing field inserts',
    [],
    set({ $set: { t: 5 } }, { _id: 9, t: { $not: { $gte: 3 } } }, { upsert: true }),
    [{ _id: 9, t: 5 }],
  ],
  [
    'a pipeline update computes from the document and keeps _id',
    [{ a: 1, b: 2 }],
    set([{ $set: { c: { $add: ['$a', '$b'] } } }, { $unset: 'a' }]),
    [{ _id: 1, b: 2, c: 3 }],
  ],
  [
    'a pipeline $replaceWith keeps _id',
    [{ a: { x: D(1) } }],
    set([{ $replaceWith: '$a' }]),
    [{ _id: 1, x: D(1) }],
  ],
  [
    'a pipeline $set does not write into other documents',
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    set([{ $set: { 'a.c': '$_id' } }], {}, { multi: true }),
    [
      { _id: 1, a: { b: 1, c: 1 } },
      { _id: 2, a: { b: 2, c: 2 } },
    ],
  ],
]

const sales = [
  { g: 'x', v: 1, d: t('2026-03-29T10:30:00'), l: [1, 2] },
  { g: 'y', v: D(2.5), d: t('2026-03-29T23:59:59'), l: [] },
  { g: 'x', v: L(4), d: t('2026-03-30T00:00:00') },
]

export const PIPELINES: PipelineProbe[] = [
  [
    '$group with $sum keeps the widest type',
    sales,
    [{ $group: { _id: '$g', s: { $sum: '$v' } } }, { $sort: { _id: 1 } }],
    [
      { _id: 'x', s: L(5) },
      { _id: 'y', s: D(2.5) },
    ],
  ],
  ['$group by null counts', sales, [{ $group: { _id: null, n: { $sum: 1 } } }], [{ _id: null, n: 3 }]],
  [
    'the pipeline of countDocuments',
    sales,
    [{ $match: { g: 'x' } }, { $group: { _id: 1, n: { $sum: 1 } } }],
    [{ _id: 1, n: 2 }],
  ],
  [
    'counting nothing gives no document',
    sales,
    [{ $match: { g: 'q' } }, { $group: { _id: 1, n: { $sum: 1 } } }],
    [],
  ],
  [
    'counting with skip and limit',
    sales,
    [{ $match: {} }, { $skip: 1 }, { $limit: 1 }, { $group: { _id: 1, n: { $sum: 1 } } }],
    [{ _id: 1, n: 1 }],
  ],
  [
    '$group accumulators',
    sales,
    [
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: '$g',
          a: { $avg: '$v' },
          f: { $first: '$v' },
          l: { $last: '$v' },
          x: { $max: '$v' },
          p: { $push: '$v' },
          c: { $count: {} },
        },
      },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 'x', a: D(2.5), f: 1, l: L(4), x: L(4), p: [1, L(4)], c: 2 },
      { _id: 'y', a: D(2.5), f: D(2.5), l: D(2.5), x: D(2.5), p: [D(2.5)], c: 1 },
    ],
  ],
  [
    '$group treats 1 and 1.0 as one key',
    numbers,
    [
      { $match: { a: { $type: 'number' } } },
      { $group: { _id: '$a', n: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 1, n: 4 },
      { _id: 2, n: 1 },
    ],
  ],
  [
    '$group by a document key',
    sales,
    [{ $group: { _id: { g: '$g' }, n: { $sum: 1 } } }, { $sort: { '_id.g': 1 } }],
    [
      { _id: { g: 'x' }, n: 2 },
      { _id: { g: 'y' }, n: 1 },
    ],
  ],
  [
    '$sum of decimals is exact',
    [{ a: N('0.1') }, { a: N('0.2') }],
    [{ $group: { _id: null, s: { $sum: '$a' } } }],
    [{ _id: null, s: N('0.3') }],
  ],
  [
    '$sum of longs is exact',
    [{ a: L('9007199254740993') }, { a: 1 }],
    [{ $group: { _id: null, s: { $sum: '$a' } } }],
    [{ _id: null, s: L('9007199254740994') }],
  ],
  ['$count', sales, [{ $match: { g: 'x' } }, { $count: 'n' }], [{ n: 2 }]],
  [
    '$sortByCount',
    sales,
    [{ $sortByCount: '$g' }],
    [
      { _id: 'x', count: 2 },
      { _id: 'y', count: 1 },
    ],
  ],
  [
    '$unwind',
    sales,
    [{ $unwind: '$l' }, { $project: { l: 1 } }],
    [
      { _id: 1, l: 1 },
      { _id: 1, l: 2 },
    ],
  ],
  [
    '$unwind keeps empty ones on request, with positions',
    sales,
    [
      { $unwind: { path: '$l', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true } },
      { $project: { l: 1, i: 1 } },
    ],
    [
      { _id: 1, l: 1, i: L(0) },
      { _id: 1, l: 2, i: L(1) },
      { _id: 2, i: null },
      { _id: 3, i: null },
    ],
  ],
  [
    '$addFields does not change its input',
    [{ a: { b: 1 } }],
    [{ $facet: { x: [{ $addFields: { 'a.b': 2 } }], y: [{ $project: { a: 1 } }] } }],
    [{ x: [{ _id: 1, a: { b: 2 } }], y: [{ _id: 1, a: { b: 1 } }] }],
  ],
  [
    '$addFields nests and keeps',
    [{ a: { b: 1 } }],
    [{ $addFields: { a: { c: D(2) } } }],
    [{ _id: 1, a: { b: 1, c: D(2) } }],
  ],
  [
    '$addFields sets in every element',
    [{ a: [{ b: 1 }, { b: 2 }] }],
    [{ $addFields: { 'a.c': 1 } }],
    [
      {
        _id: 1,
        a: [
          { b: 1, c: 1 },
          { b: 2, c: 1 },
        ],
      },
    ],
  ],
  [
    '$project computes and renames',
    [{ a: 5, b: { c: 7 } }],
    [{ $project: { _id: 0, x: '$b.c', y: { $literal: 1 } } }],
    [{ x: 7, y: 1 }],
  ],
  ['$unset', [{ a: 1, b: 2 }], [{ $unset: ['a'] }], [{ _id: 1, b: 2 }]],
  ['$replaceRoot', [{ a: { x: 1 } }], [{ $replaceRoot: { newRoot: '$a' } }], [{ x: 1 }]],
  [
    '$facet',
    sales,
    [
      {
        $facet: { n: [{ $count: 'c' }], top: [{ $sort: { v: -1 } }, { $limit: 1 }, { $project: { v: 1 } }] },
      },
    ],
    [{ n: [{ c: 3 }], top: [{ _id: 3, v: L(4) }] }],
  ],
  [
    '$lookup by equal fields',
    [{ k: 1, o: 2 }, { k: 2 }],
    [{ $match: { _id: 1 } }, { $lookup: { from: 'probe', localField: 'o', foreignField: 'k', as: 'r' } }],
    [{ _id: 1, k: 1, o: 2, r: [{ _id: 2, k: 2 }] }],
  ],
  [
    '$lookup of an array finds each',
    [{ k: 1, o: [2, 3] }, { k: 2 }, { k: 3 }],
    [
      { $match: { _id: 1 } },
      { $lookup: { from: 'probe', localField: 'o', foreignField: 'k', as: 'r' } },
      { $project: { r: 1 } },
    ],
    [
      {
        _id: 1,
        r: [
          { _id: 2, k: 2 },
          { _id: 3, k: 3 },
        ],
      },
    ],
  ],
  [
    '$lookup with localField and pipeline, dotted as',
    [
      { k: 1, o: 2 },
      { k: 2, s: 'a' },
      { k: 2, s: 'b' },
    ],
    [
      { $match: { _id: 1 } },
      {
        $lookup: {
          from: 'probe',
          localField: 'o',
          foreignField: 'k',
          pipeline: [{ $match: { s: 'b' } }, { $project: { s: 1 } }],
          as: 'x.y',
        },
      },
    ],
    [{ _id: 1, k: 1, o: 2, x: { y: [{ _id: 3, s: 'b' }] } }],
  ],
  [
    '$lookup with let',
    [{ k: 1 }, { k: 5 }],
    [
      { $match: { _id: 1 } },
      {
        $lookup: {
          from: 'probe',
          let: { mine: '$k' },
          pipeline: [{ $match: { $expr: { $gt: ['$k', '$$mine'] } } }],
          as: 'r',
        },
      },
    ],
    [{ _id: 1, k: 1, r: [{ _id: 2, k: 5 }] }],
  ],
  [
    '$sort before $match keeps both',
    sales,
    [{ $sort: { v: -1 } }, { $match: { g: 'x' } }, { $project: { _id: 1 } }],
    [{ _id: 3 }, { _id: 1 }],
  ],
  [
    '$limit before $sort limits first',
    sales,
    [{ $sort: { _id: 1 } }, { $limit: 2 }, { $sort: { _id: -1 } }, { $project: { _id: 1 } }],
    [{ _id: 2 }, { _id: 1 }],
  ],
  [
    '$limit before $skip',
    sales,
    [{ $sort: { _id: 1 } }, { $limit: 2 }, { $skip: 1 }, { $project: { _id: 1 } }],
    [{ _id: 2 }],
  ],
  [
    '$group by day',
    sales,
    [{ $group: { _id: { $dateTrunc: { date: '$d', unit: 'day' } }, n: { $sum: 1 } } }, { $sort: { _id: 1 } }],
    [
      { _id: t('2026-03-29T00:00:00'), n: 2 },
      { _id: t('2026-03-30T00:00:00'), n: 1 },
    ],
  ],
  [
    '$mergeObjects accumulates',
    [{ a: { x: 1 } }, { a: { y: 2 } }],
    [{ $sort: { _id: 1 } }, { $group: { _id: null, m: { $mergeObjects: '$a' } } }],
    [{ _id: null, m: { x: 1, y: 2 } }],
  ],
]

const when = {
  d: t('2026-01-31T13:45:30.250'),
  a: [3, 1, 2],
  s: 'Ärzte',
  n: null,
  o: { x: 1 },
  i: 7,
  f: D(2.5),
  l: L('9007199254740993'),
}

export const EXPRESSIONS: ExpressionProbe[] = [
  [{ $add: ['$i', 1] }, when, 8],
  [{ $add: ['$i', D(1)] }, when, D(8)],
  [{ $add: ['$l', 1] }, when, L('9007199254740994')],
  [{ $add: ['$i', '$n'] }, when, null],
  [{ $add: ['$d', 1000] }, when, t('2026-01-31T13:45:31.250')],
  [{ $subtract: ['$d', t('2026-01-31T13:45:30.000')] }, when, L(250)],
  [{ $multiply: ['$i', '$f'] }, when, D(17.5)],
  [{ $divide: ['$i', 2] }, when, D(3.5)],
  [{ $divide: [6, 3] }, when, D(2)],
  [{ $mod: ['$i', 4] }, when, 3],
  [{ $abs: -5 }, when, 5],
  [{ $floor: '$f' }, when, D(2)],
  [{ $ceil: '$f' }, when, D(3)],
  [{ $round: ['$f'] }, when, D(2)],
  [{ $round: [D(2.345), 1] }, when, D(2.3)],
  [{ $trunc: D(-2.7) }, when, D(-2)],
  [{ $pow: [2, 10] }, when, 1024],
  [{ $max: '$a' }, when, 3],
  [{ $min: ['$i', '$f'] }, when, D(2.5)],
  [{ $sum: '$a' }, when, 6],
  [{ $avg: '$a' }, when, D(2)],
  [{ $eq: ['$i', D(7)] }, when, true],
  [{ $cmp: ['$i', 'x'] }, when, -1],
  [{ $and: ['$i', { $gt: ['$f', 1] }] }, when, true],
  [{ $or: ['$n', '$missing'] }, when, false],
  [{ $not: ['$n'] }, when, true],
  [{ $cond: [{ $gt: ['$i', 5] }, 'yes', 'no'] }, when, 'yes'],
  [{ $ifNull: ['$n', '$missing', 'none'] }, when, 'none'],
  [
    {
      $switch: {
        branches: [
          { case: false, then: 1 },
          { case: '$i', then: 2 },
        ],
        default: 3,
      },
    },
    when,
    2,
  ],
  [{ $let: { vars: { k: 2 }, in: { $multiply: ['$$k', '$i'] } } }, when, 14],
  [{ $concat: ['a', '$s'] }, when, 'aÄrzte'],
  [{ $concat: ['a', '$n'] }, when, null],
  [{ $toLower: '$s' }, when, 'ärzte'],
  [{ $strLenCP: '$s' }, when, 5],
  [{ $strLenBytes: '$s' }, when, 6],
  [{ $substrCP: ['$s', 1, 3] }, when, 'rzt'],
  [{ $split: ['a>b>c', '>'] }, when, ['a', 'b', 'c']],
  [{ $trim: { input: '  x ' } }, when, 'x'],
  [{ $regexMatch: { input: '$s', regex: 'RZ', options: 'i' } }, when, true],
  [{ $replaceAll: { input: 'a.b.c', find: '.', replacement: '_' } }, when, 'a_b_c'],
  [{ $size: '$a' }, when, 3],
  [{ $arrayElemAt: ['$a', -1] }, when, 2],
  [{ $first: '$a' }, when, 3],
  [{ $in: [2, '$a'] }, when, true],
  [{ $slice: ['$a', 1, 5] }, when, [1, 2]],
  [{ $slice: ['$a', -2] }, when, [1, 2]],
  [{ $filter: { input: '$a', as: 'v', cond: { $gte: ['$$v', 2] } } }, when, [3, 2]],
  [{ $map: { input: '$a', in: { $add: ['$$this', 1] } } }, when, [4, 2, 3]],
  [{ $reduce: { input: '$a', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, when, 6],
  [{ $concatArrays: ['$a', [9]] }, when, [3, 1, 2, 9]],
  [{ $reverseArray: '$a' }, when, [2, 1, 3]],
  [{ $sortArray: { input: '$a', sortBy: 1 } }, when, [1, 2, 3]],
  [{ $indexOfArray: ['$a', 2] }, when, 2],
  [{ $range: [0, 3] }, when, [0, 1, 2]],
  [{ $setDifference: ['$a', [1]] }, when, [3, 2]],
  [{ $setIsSubset: [[1, 2], '$a'] }, when, true],
  [{ $isArray: '$a' }, when, true],
  [{ $mergeObjects: ['$o', { y: 2 }] }, when, { x: 1, y: 2 }],
  [{ $objectToArray: '$o' }, when, [{ k: 'x', v: 1 }]],
  [{ $arrayToObject: [[['k', 1]]] }, when, { k: 1 }],
  [{ $getField: 'i' }, when, 7],
  [{ $type: '$l' }, when, 'long'],
  [{ $type: '$missing' }, when, 'missing'],
  [{ $toString: oid(255) }, when, '0000000000000000000000ff'],
  [{ $toObjectId: '0000000000000000000000ff' }, when, oid(255)],
  [{ $toInt: D(7.9) }, when, 7],
  [{ $toLong: '$i' }, when, L(7)],
  [{ $toDouble: '2.5' }, when, D(2.5)],
  [{ $toDate: L(0) }, when, new Date(0)],
  [{ $toBool: 0 }, when, false],
  [{ $dateTrunc: { date: '$d', unit: 'hour' } }, when, t('2026-01-31T13:00:00')],
  [{ $dateTrunc: { date: '$d', unit: 'minute', binSize: 15 } }, when, t('2026-01-31T13:45:00')],
  [{ $dateTrunc: { date: '$d', unit: 'month' } }, when, t('2026-01-01T00:00:00')],
  [{ $dateTrunc: { date: '$d', unit: 'week' } }, when, t('2026-01-25T00:00:00')],
  [{ $dateAdd: { startDate: '$d', unit: 'month', amount: 1 } }, when, t('2026-02-28T13:45:30.250')],
  [{ $dateSubtract: { startDate: '$d', unit: 'day', amount: 31 } }, when, t('2025-12-31T13:45:30.250')],
  [{ $dateDiff: { startDate: '$d', endDate: t('2026-02-01T00:00:00'), unit: 'day' } }, when, L(1)],
  [{ $dateToString: { date: '$d', format: '%Y-%m-%d %H:%M' } }, when, '2026-01-31 13:45'],
  [{ $hour: '$d' }, when, 13],
  [{ $dayOfWeek: '$d' }, when, 7],
  ['$o.x', when, 1],
  ['$$ROOT.i', when, 7],
  [{ $literal: '$i' }, when, '$i'],
  [{ x: '$i', y: '$missing' }, when, { x: 7 }],
]

export const REFUSALS: RefusalProbe[] = [
  ['an unknown command', [], { frobnicate: 1 }, 59],
  ['mapReduce', [], { mapReduce: 'probe', map: 'f', reduce: 'g', out: { inline: 1 } }, 59],
  ['an unknown operator', [], { find: 'probe', filter: { a: { $foo: 1 } } }, 2],
  ['an unknown top-level operator', [], { find: 'probe', filter: { $foo: 1 } }, 2],
  ['$in without a list', [], { find: 'probe', filter: { a: { $in: 1 } } }, 2],
  ['$or without entries', [], { find: 'probe', filter: { $or: [] } }, 2],
  ['a broken pattern', [], { find: 'probe', filter: { a: { $regex: '(' } } }, 51091],
  ['a negative limit', [], { find: 'probe', limit: -1 }, 51024],
  ['an unknown sort direction', [], { find: 'probe', sort: { a: 2 } }, 15975],
  ['mixing inclusion and exclusion', [{ a: 1 }], { find: 'probe', projection: { a: 1, b: 0 } }, 31254],
  ['an unknown stage', [{ a: 1 }], { aggregate: 'probe', pipeline: [{ $frob: {} }], cursor: {} }, 40324],
  [
    'an unknown expression',
    [{ a: 1 }],
    { aggregate: 'probe', pipeline: [{ $project: { a: { $frob: 1 } } }], cursor: {} },
    168,
  ],
  [
    'an unknown accumulator',
    [{ a: 1 }],
    { aggregate: 'probe', pipeline: [{ $group: { _id: 1, a: { $frob: 1 } } }], cursor: {} },
    15952,
  ],
  [
    'a group without _id',
    [{ a: 1 }],
    { aggregate: 'probe', pipeline: [{ $group: { a: { $sum: 1 } } }], cursor: {} },
    15955,
  ],
  [
    'division by zero',
    [{ a: 1 }],
    { aggregate: 'probe', pipeline: [{ $project: { x: { $divide: [1, 0] } } }], cursor: {} },
    2,
  ],
  ['getMore of an unknown cursor', [], { getMore: L(4711), collection: 'probe' }, 43],
  ['listing indexes of nothing', [], { listIndexes: 'nowhere' }, 26],
  ['dropping an unknown index', [{ a: 1 }], { dropIndexes: 'probe', index: 'nope_1' }, 27],
  ['dropping the _id index', [{ a: 1 }], { dropIndexes: 'probe', index: '_id_' }, 72],
  ['a hint of an unknown index', [{ a: 1 }], { find: 'probe', hint: 'nope_1' }, 2],
  ['creating a collection twice', [{ a: 1 }], { create: 'probe' }, 48],
  [
    'a TTL index on two fields',
    [{ a: 1 }],
    { createIndexes: 'probe', indexes: [{ key: { a: 1, b: 1 }, name: 'x', expireAfterSeconds: 5 }] },
    67,
  ],
  [
    'a unique index over repeated values',
    [{ a: 1 }, { a: 1 }],
    { createIndexes: 'probe', indexes: [{ key: { a: 1 }, name: 'a_1', unique: true }] },
    11000,
  ],
]

/** Statements of an update or insert that are refused one by one: the code is in writeErrors. */
export const WRITE_REFUSALS: RefusalProbe[] = [
  ['an unknown modifier', [{ a: 1 }], { update: 'probe', updates: [{ q: {}, u: { $frob: { a: 1 } } }] }, 9],
  ['changing _id', [{ a: 1 }], { update: 'probe', updates: [{ q: {}, u: { $set: { _id: 2 } } }] }, 66],
  [
    'replacing with another _id',
    [{ a: 1 }],
    { update: 'probe', updates: [{ q: { a: 1 }, u: { _id: 5, a: 2 } }] },
    66,
  ],
  [
    'two operators on one path',
    [{ a: 1 }],
    { update: 'probe', updates: [{ q: {}, u: { $set: { a: 1 }, $inc: { a: 1 } } }] },
    40,
  ],
  [
    'operators on a path and below it',
    [{ a: 1 }],
    { update: 'probe', updates: [{ q: {}, u: { $set: { a: {}, 'a.b': 1 } } }] },
    40,
  ],
  [
    'a path through a number',
    [{ a: 1 }],
    { update: 'probe', updates: [{ q: {}, u: { $set: { 'a.b': 1 } } }] },
    28,
  ],
  ['$inc of a text', [{ a: 'x' }], { update: 'probe', updates: [{ q: {}, u: { $inc: { a: 1 } } }] }, 14],
  ['$inc by a text', [{ a: 1 }], { update: 'probe', updates: [{ q: {}, u: { $inc: { a: 'x' } } }] }, 14],
  ['$push to a number', [{ a: 1 }], { update: 'probe', updates: [{ q: {}, u: { $push: { a: 1 } } }] }, 2],
  ['an empty path', [{ a: 1 }], { update: 'probe', updates: [{ q: {}, u: { $set: { '': 1 } } }] }, 56],
  [
    'multi with a replacement',
    [{ a: 1 }],
    { update: 'probe', updates: [{ q: {}, u: { a: 2 }, multi: true }] },
    9,
  ],
  ['a repeated _id', [{ a: 1 }], { insert: 'probe', documents: [{ _id: 1 }] }, 11000],
  ['an array as _id', [], { insert: 'probe', documents: [{ _id: [1] }] }, 53],
  ['a pattern as _id', [], { insert: 'probe', documents: [{ _id: /x/ }] }, 53],
  [
    'the positional $ without a match on the array',
    [{ a: [1] }],
    { update: 'probe', updates: [{ q: {}, u: { $set: { 'a.$': 1 } } }] },
    2,
  ],
]

/** What the embedded store refuses although MongoDB carries it out. Not run against a real server. */
export const LIMITS: RefusalProbe[] = [
  ['$where', [], { find: 'probe', filter: { $where: 'true' } }, 2],
  [
    '$function',
    [{ a: 1 }],
    {
      aggregate: 'probe',
      pipeline: [{ $project: { x: { $function: { body: 'f', args: [], lang: 'js' } } } }],
      cursor: {},
    },
    168,
  ],
  ['$out', [{ a: 1 }], { aggregate: 'probe', pipeline: [{ $out: 'x' }], cursor: {} }, 40324],
  ['$bit', [{ a: 1 }], { findAndModify: 'probe', query: {}, update: { $bit: { a: { and: 1 } } } }, 238],
  ['a collation', [], { find: 'probe', filter: {}, collation: { locale: 'en', strength: 2 } }, 238],
  [
    'a text index',
    [{ a: 'x' }],
    { createIndexes: 'probe', indexes: [{ key: { a: 'text' }, name: 'a_text' }] },
    67,
  ],
  [
    'dates in another zone',
    [{ a: new Date(0) }],
    {
      aggregate: 'probe',
      pipeline: [{ $project: { x: { $hour: { date: '$a', timezone: 'Europe/Berlin' } } } }],
      cursor: {},
    },
    238,
  ],
]
