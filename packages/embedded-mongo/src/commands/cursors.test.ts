import { expect, it } from 'vitest'
import { documentBytes, toJs } from '../bson/make.ts'
import { documentValue } from '../bson/value.ts'
import { Cursors, type Documents } from './cursors.ts'

/** A source of 100 documents that records its end. */
function source() {
  const state = { ended: false }
  function* documents(): Generator<Buffer> {
    try {
      for (let _id = 0; _id < 100; _id++) yield documentBytes({ _id })
    } finally {
      state.ended = true
    }
  }
  return { state, documents: documents() }
}

async function open(cursors: Cursors, documents: Documents, owner = {}): Promise<bigint> {
  const reply = toJs(documentValue(await cursors.first('t.c', documents, owner, { batchSize: 10 })))
  return BigInt(String((reply as { cursor: { id: unknown } }).cursor.id))
}

it('above the limit, the least recently read cursor ends', async () => {
  const cursors = new Cursors(2)
  const sources = [source(), source(), source()]
  const [a, b] = [await open(cursors, sources[0]!.documents), await open(cursors, sources[1]!.documents)]
  await cursors.more(a, 't.c', 10)
  const c = await open(cursors, sources[2]!.documents)
  expect(sources.map(({ state }) => state.ended)).toEqual([false, true, false])
  await expect(cursors.more(b, 't.c', 10)).rejects.toMatchObject({ code: 43 })
  await cursors.more(a, 't.c', 10)
  await cursors.more(c, 't.c', 10)
})

it('a cursor that ends during a batch is reported as ended, not as exhausted', async () => {
  const cursors = new Cursors(2)
  const owner = {}
  function* documents(): Generator<Buffer | undefined> {
    for (let _id = 0; _id < 12; _id++) yield documentBytes({ _id })
    // Longer than a batch runs without a pause. The connection closes in the pause.
    const until = performance.now() + 30
    while (performance.now() < until);
    setImmediate(() => cursors.endOwner(owner))
    yield undefined
    yield documentBytes({ _id: 12 })
  }
  const id = await open(cursors, documents(), owner)
  await expect(cursors.more(id, 't.c', 10)).rejects.toMatchObject({ code: 43 })
})
