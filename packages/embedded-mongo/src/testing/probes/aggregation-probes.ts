import { D, type ExpressionProbe, L, numbers, type PipelineProbe, t } from './probe.ts'

const sales = [
  { g: 'x', v: 1, d: t('2026-03-29T10:30:00'), l: [1, 2] },
  { g: 'y', v: D(2.5), d: t('2026-03-29T23:59:59'), l: [] },
  { g: 'x', v: L(4), d: t('2026-03-30T00:00:00') },
]

/** Pipelines, and their answers. */
// biome-ignore format: one probe a line
export const PIPELINES: PipelineProbe[] = [
  ['$group with $sum keeps the widest type', sales, [{ $group: { _id: '$g', s: { $sum: '$v' } } }, { $sort: { _id: 1 } }], [{ _id: 'x', s: L(5) }, { _id: 'y', s: D(2.5) }]],
  ['$group by null counts', sales, [{ $group: { _id: null, n: { $sum: 1 } } }], [{ _id: null, n: 3 }]],
  ['the pipeline of countDocuments', sales, [{ $match: { g: 'x' } }, { $group: { _id: 1, n: { $sum: 1 } } }], [{ _id: 1, n: 2 }]],
  ['counting nothing gives no document', sales, [{ $match: { g: 'q' } }, { $group: { _id: 1, n: { $sum: 1 } } }], []],
  ['counting with skip and limit', sales, [{ $match: {} }, { $skip: 1 }, { $limit: 1 }, { $group: { _id: 1, n: { $sum: 1 } } }], [{ _id: 1, n: 1 }]],
  ['$group accumulators', sales, [{ $sort: { _id: 1 } }, { $group: { _id: '$g', a: { $avg: '$v' }, f: { $first: '$v' }, l: { $last: '$v' }, x: { $max: '$v' }, p: { $push: '$v' } } }, { $sort: { _id: 1 } }], [{ _id: 'x', a: D(2.5), f: 1, l: L(4), x: L(4), p: [1, L(4)] }, { _id: 'y', a: D(2.5), f: D(2.5), l: D(2.5), x: D(2.5), p: [D(2.5)] }]],
  ['$group treats 1 and 1.0 as one key', numbers, [{ $match: { a: { $gt: 0 } } }, { $group: { _id: '$a', n: { $sum: 1 } } }, { $sort: { _id: 1 } }], [{ _id: 1, n: 4 }, { _id: 2, n: 1 }]],
  ['$group by a document key', sales, [{ $group: { _id: { g: '$g' }, n: { $sum: 1 } } }, { $sort: { '_id.g': 1 } }], [{ _id: { g: 'x' }, n: 2 }, { _id: { g: 'y' }, n: 1 }]],
  ['$sum of longs is exact', [{ a: L('9007199254740993') }, { a: 1 }], [{ $group: { _id: null, s: { $sum: '$a' } } }], [{ _id: null, s: L('9007199254740994') }]],
  ['$project computes and renames', [{ a: 5, b: { c: 7 } }], [{ $project: { _id: 0, x: '$b.c', y: { $literal: 1 } } }], [{ x: 7, y: 1 }]],
  ['$sort before $match keeps both', sales, [{ $sort: { v: -1 } }, { $match: { g: 'x' } }, { $project: { _id: 1 } }], [{ _id: 3 }, { _id: 1 }]],
  ['$limit before $sort limits first', sales, [{ $sort: { _id: 1 } }, { $limit: 2 }, { $sort: { _id: -1 } }, { $project: { _id: 1 } }], [{ _id: 2 }, { _id: 1 }]],
  ['$limit before $skip', sales, [{ $sort: { _id: 1 } }, { $limit: 2 }, { $skip: 1 }, { $project: { _id: 1 } }], [{ _id: 2 }]],
  ['$min and $addToSet accumulate', sales, [{ $group: { _id: null, m: { $min: '$v' }, t: { $addToSet: { $size: [['$g']] } } } }], [{ _id: null, m: 1, t: [1] }]],
  ['doubles are summed with what roundings lose', [{ a: D(0.1) }, { a: D(0.2) }, { a: D(0.3) }], [{ $group: { _id: null, s: { $sum: '$a' }, m: { $avg: '$a' } } }], [{ _id: null, s: D(0.6), m: D(0.6 / 3) }]],
  ['small doubles are not lost beside a great one', [{ a: D(1e100) }, { a: D(1) }, { a: D(-1e100) }], [{ $group: { _id: null, s: { $sum: '$a' } } }], [{ _id: null, s: D(1) }]],
  ['infinities are summed', [{ a: D(Number.POSITIVE_INFINITY) }, { a: D(1) }], [{ $group: { _id: null, s: { $sum: '$a' }, m: { $avg: '$a' } } }], [{ _id: null, s: D(Number.POSITIVE_INFINITY), m: D(Number.POSITIVE_INFINITY) }]],
  ['a sum of ints beyond 32 bits is a long, one beyond 64 bits a double', [{ a: 2147483647, b: L('9223372036854775807') }, { a: 1, b: 1 }], [{ $group: { _id: null, a: { $sum: '$a' }, b: { $sum: '$b' } } }], [{ _id: null, a: L(2147483648), b: D(2 ** 63) }]],
  ['a path passes over arrays within arrays', [{ a: [[{ b: 1 }], { b: 2 }] }], [{ $project: { _id: 0, x: '$a.b' } }], [{ x: [2] }]],
  ['$project excludes', [{ a: 1, b: 2 }], [{ $project: { b: 0, _id: 0 } }], [{ a: 1 }]],
  ['$group by day', sales, [{ $group: { _id: { $dateTrunc: { date: '$d', unit: 'day' } }, n: { $sum: 1 } } }, { $sort: { _id: 1 } }], [{ _id: t('2026-03-29T00:00:00'), n: 2 }, { _id: t('2026-03-30T00:00:00'), n: 1 }]],
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

/** Expressions of a $project, and their values. */
// biome-ignore format: one probe a line
export const EXPRESSIONS: ExpressionProbe[] = [
  [{ $size: '$a' }, when, 3],
  [{ $indexOfArray: ['$a', 2] }, when, 2],
  [{ $indexOfArray: ['$a', 9] }, when, -1],
  [{ $indexOfArray: ['$n', 2] }, when, null],
  [{ $dateTrunc: { date: '$d', unit: 'hour' } }, when, t('2026-01-31T13:00:00')],
  [{ $dateTrunc: { date: '$d', unit: 'minute', binSize: 15 } }, when, t('2026-01-31T13:45:00')],
  ['$o.x', when, 1],
  ['$$ROOT.i', when, 7],
  [{ $literal: '$i' }, when, '$i'],
  [{ $indexOfArray: [[{ x: '$i' }], { x: 7, y: '$missing' }] }, when, 0],
]
