import type { mongo } from 'mongoose'
import type { Sealing } from './sealing.ts'

type Doc = Record<string, unknown>
type Cursor = { map(transform: (doc: unknown) => unknown): Cursor }
type Operation = Record<string, Doc>

/** Methods of a collection that pass documents. */
type Methods = {
  find(...parameters: unknown[]): Cursor
  aggregate(...parameters: unknown[]): Cursor
  findOne(...parameters: unknown[]): Promise<unknown>
  findOneAndUpdate(filter: Doc, update: unknown, ...options: unknown[]): Promise<unknown>
  insertOne(doc: Doc, ...options: unknown[]): Promise<unknown>
  insertMany(docs: readonly Doc[], ...options: unknown[]): Promise<unknown>
  updateOne(filter: Doc, update: unknown, ...options: unknown[]): Promise<unknown>
  updateMany(filter: Doc, update: unknown, ...options: unknown[]): Promise<unknown>
  replaceOne(filter: Doc, doc: Doc, ...options: unknown[]): Promise<unknown>
  bulkWrite(operations: readonly Operation[], ...options: unknown[]): Promise<unknown>
}

/**
 * Makes a collection open what is read and seal what is written. This covers models as well as the driver, because a
 * model uses the methods of this object. Commands of the connection are not covered.
 */
export function sealCollection<C extends Pick<mongo.Collection, 'collectionName'>>(
  collection: C,
  sealing: Sealing,
): C {
  const name = collection.collectionName
  const methods = collection as unknown as Methods
  const original: Methods = Object.fromEntries(
    METHODS.map((method) => [method, (methods[method] as (...all: unknown[]) => unknown).bind(collection)]),
  ) as never
  const open = (doc: unknown): unknown => sealing.open(name, doc)
  const sealOne = async (filter: Doc, update: unknown): Promise<unknown> =>
    (await sealing.updates(name, [{ filter, update }]))[0]
  const document = async (doc: Doc): Promise<Doc> => (await sealing.documents(name, [doc]))[0] ?? doc

  methods.find = (...parameters) => original.find(...parameters).map(open)
  methods.aggregate = (...parameters) => original.aggregate(...parameters).map(open)
  methods.findOne = async (...parameters) => open(await original.findOne(...parameters))
  methods.findOneAndUpdate = async (filter, update, ...options) =>
    openFound(await original.findOneAndUpdate(filter, await sealOne(filter, update), ...options), open)
  methods.insertOne = async (doc, ...options) => original.insertOne(await document(doc), ...options)
  methods.insertMany = async (docs, ...options) =>
    original.insertMany(await sealing.documents(name, docs), ...options)
  methods.updateOne = async (filter, update, ...options) =>
    original.updateOne(filter, await sealOne(filter, update), ...options)
  methods.updateMany = async (filter, update, ...options) =>
    original.updateMany(filter, await sealOne(filter, update), ...options)
  methods.replaceOne = async (filter, doc, ...options) =>
    original.replaceOne(filter, await document(doc), ...options)
  methods.bulkWrite = async (operations, ...options) =>
    original.bulkWrite(await sealOperations(sealing, name, operations), ...options)
  return collection
}

const METHODS = [
  'find',
  'aggregate',
  'findOne',
  'findOneAndUpdate',
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'replaceOne',
  'bulkWrite',
] as const

/** mongoose requests the store's whole answer, which contains the document as a member. */
function openFound(found: unknown, open: (doc: unknown) => unknown): unknown {
  const answer = found as { value?: unknown; ok?: unknown } | null
  if (answer && 'ok' in answer && 'value' in answer) return { ...answer, value: open(answer.value) }
  return open(found)
}

async function sealOperations(
  sealing: Sealing,
  name: string,
  operations: readonly Operation[],
): Promise<Operation[]> {
  const updates: { filter: Doc; update: unknown }[] = []
  const docs: Doc[] = []
  for (const { insertOne, replaceOne, updateOne, updateMany } of operations) {
    const changing = updateOne ?? updateMany
    if (insertOne) docs.push(insertOne['document'] as Doc)
    else if (replaceOne) docs.push(replaceOne['replacement'] as Doc)
    else if (changing) updates.push(changing as never)
  }
  const sealedDocs = (await sealing.documents(name, docs)).values()
  const sealedUpdates = (await sealing.updates(name, updates)).values()
  return operations.map((operation) => {
    const { insertOne, replaceOne, updateOne, updateMany } = operation
    if (insertOne) return { insertOne: { ...insertOne, document: sealedDocs.next().value } }
    if (replaceOne) return { replaceOne: { ...replaceOne, replacement: sealedDocs.next().value } }
    if (updateOne) return { updateOne: { ...updateOne, update: sealedUpdates.next().value } }
    if (updateMany) return { updateMany: { ...updateMany, update: sealedUpdates.next().value } }
    return operation
  })
}
