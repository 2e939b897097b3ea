import { D, type ExpressionProbe, L, numbers, type PipelineProbe } from './probe.ts'

const sales = [
  { g: 'x', v: 1 },
  { g: 'y', v: D(2) },
  { g: 'x', v: L(4) },
]

const three = [{}, {}, {}]

/** Pipelines, and their answers. */
// biome-ignore format: one probe a line
export const PIPELINES: PipelineProbe[] = [
  ['$group with $sum keeps the widest type', sales, [{ $group: { _id: '$g', s: { $sum: '$v' } } }, { $sort: { _id: 1 } }], [{ _id: 'x', s: L(5) }, { _id: 'y', s: D(2) }]],
  ['$group by null counts', sales, [{ $group: { _id: null, n: { $sum: 1 } } }], [{ _id: null, n: 3 }]],
  ['the pipeline of countDocuments', sales, [{ $match: { g: 'x' } }, { $group: { _id: 1, n: { $sum: 1 } } }], [{ _id: 1, n: 2 }]],
  ['counting nothing gives no document', sales, [{ $match: { g: 'q' } }, { $group: { _id: 1, n: { $sum: 1 } } }], []],
  ['counting with skip and limit', sales, [{ $match: {} }, { $skip: 1 }, { $limit: 1 }, { $group: { _id: 1, n: { $sum: 1 } } }], [{ _id: 1, n: 1 }]],
  ['$group treats 1 and 1.0 as one key', numbers, [{ $match: { a: { $gt: 0 } } }, { $group: { _id: '$a', n: { $sum: 1 } } }, { $sort: { _id: 1 } }], [{ _id: 1, n: 4 }, { _id: 2, n: 1 }]],
  ['$sum of longs is exact', [{ a: L('9007199254740993') }, { a: 1 }], [{ $group: { _id: null, s: { $sum: '$a' } } }], [{ _id: null, s: L('9007199254740994') }]],
  ['$project computes and renames', [{ a: 5, b: { c: 7 } }], [{ $project: { _id: 0, x: '$b.c', y: { $indexOfArray: [[7, 5], '$a'] } } }], [{ x: 7, y: 1 }]],
  ['$limit before $sort limits first', three, [{ $sort: { _id: 1 } }, { $limit: 2 }, { $sort: { _id: -1 } }], [{ _id: 2 }, { _id: 1 }]],
  ['$limit before $skip', three, [{ $sort: { _id: 1 } }, { $limit: 2 }, { $skip: 1 }], [{ _id: 2 }]],
  ['$group passes over what is missing', [{ g: 1, v: 2 }, { g: 1 }], [{ $group: { _id: '$g', s: { $sum: '$v' } } }], [{ _id: 1, s: 2 }]],
  ['a page of what $project computed', [{ a: 'y' }, { a: 'z' }, { a: 'x' }], [{ $project: { r: { $indexOfArray: [['x', 'y', 'z'], '$a'] } } }, { $sort: { r: -1 } }, { $skip: 1 }, { $limit: 1 }], [{ _id: 1, r: 1 }]],
  ['doubles that are whole are summed exactly', [{ a: D(2 ** 53) }, { a: 1 }, { a: D(1) }], [{ $group: { _id: null, s: { $sum: '$a' } } }], [{ _id: null, s: D(2 ** 53 + 2) }]],
  ['a sum of ints beyond 32 bits is a long, one beyond 64 bits a double', [{ a: 2147483647, b: L('9223372036854775807') }, { a: 1, b: 1 }], [{ $group: { _id: null, a: { $sum: '$a' }, b: { $sum: '$b' } } }], [{ _id: null, a: L(2147483648), b: D(2 ** 63) }]],
  ['a path passes over arrays within arrays', [{ a: [[{ b: 1 }], { b: 2 }] }], [{ $project: { _id: 0, x: '$a.b' } }], [{ x: [2] }]],
  ['$project excludes', [{ a: 1, b: 2 }], [{ $project: { b: 0, _id: 0 } }], [{ a: 1 }]],
]

const values = { a: [3, 1, 2], n: null, o: { x: 1 } }

/** Expressions of a $project, and their values. */
// biome-ignore format: one probe a line
export const EXPRESSIONS: ExpressionProbe[] = [
  [{ $indexOfArray: [[5, 1, 1], '$o.x'] }, values, 1],
  [{ $indexOfArray: [[D(1)], '$o.x'] }, values, 0],
  [{ $indexOfArray: [['x', 2], '$o.x'] }, values, -1],
  [{ $indexOfArray: [[1, null], '$n'] }, values, 1],
  [{ $indexOfArray: [[null], '$missing'] }, values, -1],
  [{ $indexOfArray: [[[3, 1, 2]], '$a'] }, values, 0],
  ['$o.x', values, 1],
]
