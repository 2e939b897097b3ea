import { D, type FindProbe, L, numbers } from './probe.ts'

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

/** Options of a find, and its answer. */
// biome-ignore format: one probe a line
export const FINDS: FindProbe[] = [
  ['ascending order crosses types: empty array, null, numbers, text, document, boolean', sortable, { sort: { a: 1, _id: 1 }, projection: { _id: 1 } }, [{ _id: 9 }, { _id: 3 }, { _id: 4 }, { _id: 5 }, { _id: 1 }, { _id: 8 }, { _id: 2 }, { _id: 6 }, { _id: 7 }]],
  ['descending order counts arrays by their greatest', sortable, { sort: { a: -1, _id: 1 }, projection: { _id: 1 } }, [{ _id: 7 }, { _id: 6 }, { _id: 2 }, { _id: 5 }, { _id: 8 }, { _id: 1 }, { _id: 3 }, { _id: 4 }, { _id: 9 }]],
  ['two sort keys', [{ a: 1, b: 1 }, { a: 0, b: 2 }, { a: 1, b: 3 }], { sort: { a: -1, b: -1 }, projection: { _id: 1 } }, [{ _id: 3 }, { _id: 1 }, { _id: 2 }]],
  ['skip and limit', numbers, { sort: { _id: 1 }, skip: 1, limit: 2, projection: { _id: 1 } }, [{ _id: 2 }, { _id: 3 }]],
  ['a majority read', numbers, { sort: { _id: -1 }, limit: 2, projection: { _id: 1 }, readConcern: { level: 'majority' } }, [{ _id: 6 }, { _id: 5 }]],
  ['a limit of 0 is none', numbers, { limit: 0, projection: { _id: 1 }, sort: { _id: -1 } }, [{ _id: 6 }, { _id: 5 }, { _id: 4 }, { _id: 3 }, { _id: 2 }, { _id: 1 }]],
  ['number types come back as stored', [{ a: D(5), b: L(5), c: 5 }], {}, [{ _id: 1, a: D(5), b: L(5), c: 5 }]],
  ['_id comes first', [{ a: 1, _id: 7 }], {}, [{ _id: 7, a: 1 }]],
  ['inclusion keeps the document order', people, { projection: { l: 1, n: 1 }, filter: { n: 'a' } }, [{ _id: 2, n: 'a', l: [{ p: 5, q: 6 }] }]],
  ['inclusion without _id', people, { projection: { _id: 0, n: 1 } }, [{ n: 'b' }, { n: 'a' }]],
  ['inclusion of a dotted path', people, { projection: { 'd.x': 1 } }, [{ _id: 1, d: { x: 1 } }, { _id: 2, d: { x: 5 } }]],
  ['inclusion through an array', people, { projection: { 'l.p': 1, _id: 0 } }, [{ l: [{ p: 1 }, { p: 3 }] }, { l: [{ p: 5 }] }]],
  ['exclusion', people, { projection: { l: 0, 'd.x': 0 } }, [{ _id: 1, n: 'b', d: { y: 2 } }, { _id: 2, n: 'a', d: {} }]],
  ['exclusion through an array', people, { projection: { 'l.p': 0, d: 0, n: 0 } }, [{ _id: 1, l: [{ q: 2 }, { q: 4 }] }, { _id: 2, l: [{ q: 6 }] }]],
  ['only _id excluded', [{ a: 1 }], { projection: { _id: 0 } }, [{ a: 1 }]],
  ['only _id included', [{ a: 1 }], { projection: { _id: 1 } }, [{ _id: 1 }]],
]
