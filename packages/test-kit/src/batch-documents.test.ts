import { createRequire } from 'node:module'
import { openDatabase, Types } from '@wardtrack/database'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestStore } from './open-test-app.ts'

const requireOfMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'))
const { OnDemandDocument } = requireOfMongoose('mongodb/lib/cmap/wire_protocol/on_demand/document.js') as {
  OnDemandDocument: { prototype: { toObject(): unknown } }
}

async function openSamples() {
  const store = await openTestStore()
  onTestFinished(() => store.drop())
  const db = await openDatabase(store.uri)
  onTestFinished(() => db.close())
  return db.connection.collection('samples')
}

const name = fc.stringMatching(/^[a-zA-Zäß€][a-zA-Z0-9äß€]{0,8}$/)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
    fc.constant(1).map(() => new Types.ObjectId()),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

test('reads documents from batches of any size as they were stored', async () => {
  const samples = await openSamples()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.integer({ min: 1, max: 13 }),
      async (contents, batchSize) => {
        const docs = contents.map((content, index) => ({ ...content, _id: index }))
        await samples.deleteMany({})
        await samples.insertMany(docs as never[])
        const read = await samples.find({}, { sort: { _id: 1 }, batchSize }).toArray()
        expect(read).toEqual(docs)
      },
    ),
    { numRuns: 25 },
  )
})

test('the driver does not list the elements of documents that it returns', async () => {
  const samples = await openSamples()
  await samples.insertMany(Array.from({ length: 50 }, (_, index) => ({ _id: index, text: 'x' })) as never[])
  const made = vi.spyOn(OnDemandDocument.prototype, 'toObject')
  onTestFinished(() => made.mockRestore())
  const read = await samples.find({}, { batchSize: 20 }).toArray()
  expect(read).toHaveLength(50)
  expect(made).not.toHaveBeenCalled()
})
