import type { CommandProbe } from './probe.ts'

/** Commands, and members of their answers. */
// biome-ignore format: one probe a line
export const COMMANDS: CommandProbe[] = [
  ['compact', [{ a: 1 }], { compact: 'probe' }, { ok: 1 }],
  ['distinct', [{ a: [1, 2] }, { a: 1 }, {}, { a: 'x' }], { distinct: 'probe', key: 'a', query: { _id: { $lte: 4 } } }, { values: [1, 2, 'x'] }],
  ['find with a hint', [{ a: 2 }, { a: 1 }], { find: 'probe', filter: { a: 1 }, hint: { _id: 1 }, singleBatch: true, batchSize: 5 }, { cursor: { firstBatch: [{ _id: 2, a: 1 }] } }],
  ['delete one', [{ a: 1 }, { a: 1 }], { delete: 'probe', ordered: true, deletes: [{ q: { a: 1 }, limit: 1 }] }, { n: 1 }],
  ['delete all', [{ a: 1 }, { a: 1 }], { delete: 'probe', deletes: [{ q: { a: 1 }, limit: 0 }] }, { n: 2 }],
  ['an update tells what it matched and modified', [{ a: 1 }, { a: 2 }], { update: 'probe', ordered: false, writeConcern: { w: 1 }, updates: [{ q: {}, u: { $set: { a: 2 } }, multi: true }] }, { n: 2, nModified: 1 }],
  ['an upsert tells the new _id', [], { update: 'probe', updates: [{ q: { _id: 7 }, u: { $set: { a: 2 } }, upsert: true }] }, { n: 1, nModified: 0, upserted: [{ index: 0, _id: 7 }] }],
  ['findAndModify answers with the document before', [{ a: 1 }], { findAndModify: 'probe', query: { a: 1 }, update: { $set: { a: 2 } } }, { value: { _id: 1, a: 1 }, lastErrorObject: { n: 1, updatedExisting: true } }],
  ['findAndModify answers with the new document', [{ a: 1 }], { findAndModify: 'probe', query: { a: 1 }, update: { $inc: { a: 1 } }, new: true }, { value: { _id: 1, a: 2 } }],
  ['findAndModify takes the first in order', [{ a: 1, b: 1 }, { a: 2, b: 2 }], { findAndModify: 'probe', query: {}, sort: { a: -1 }, remove: true }, { value: { _id: 2, a: 2, b: 2 } }],
  ['findAndModify inserts', [], { findAndModify: 'probe', query: { _id: 3 }, update: { $set: { a: 1 } }, upsert: true, new: true, remove: false }, { value: { _id: 3, a: 1 }, lastErrorObject: { upserted: 3 } }],
  ['insert', [], { insert: 'probe', ordered: true, writeConcern: { w: 1 }, documents: [{ a: 1 }] }, { n: 1 }],
  ['indexes are made with their options', [{ a: 1 }], { createIndexes: 'probe', indexes: [{ key: { a: 1 }, name: 'a', unique: true, sparse: true }, { key: { t: 1 }, name: 't', expireAfterSeconds: 60 }] }, { numIndexesBefore: 1, numIndexesAfter: 3 }],
  ['indexes are listed', [{ a: 1 }], { listIndexes: 'probe', cursor: {} }, { cursor: { firstBatch: [{ key: { _id: 1 }, name: '_id_' }] } }],
  ['explain names the index', [{ a: 1 }], { explain: { find: 'probe', filter: { _id: 1 } }, verbosity: 'executionStats' }, { executionStats: { nReturned: 1, totalDocsExamined: 1 } }],
  ['explain of an aggregate reads its beginning', [{ a: 1 }, { a: 2 }], { explain: { aggregate: 'probe', pipeline: [{ $match: { _id: 1 } }, { $group: { _id: '$a' } }], cursor: {} }, verbosity: 'queryPlanner' }, { ok: 1 }],
  ['the size of a collection', [{ a: 1 }, { a: 2 }], { collStats: 'probe' }, { count: 2, nindexes: 1, ok: 1 }],
  ['the size of a collection that is not there', [], { collStats: 'probe' }, { size: 0, ok: 1 }],
  ['the size of a database', [{ a: 1 }], { dbStats: 1 }, { ok: 1 }],
  ['ping', [], { ping: 1 }, { ok: 1 }],
  ['hello', [], { hello: 1 }, { isWritablePrimary: true, ok: 1 }],
]
