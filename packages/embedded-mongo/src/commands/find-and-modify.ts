import { bool, double, emptyDocument, int, NULL } from '../bson/make.ts'
import { documentValue, type Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { failedToParse } from '../errors.ts'
import { parseFilter } from '../query/parse.ts'
import { parseSort } from '../query/sort.ts'
import { idOf } from '../storage/records.ts'
import { parseUpdate } from '../update/update.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'
import { applyUpdate, findSelected, insertUpsert } from './statements.ts'

type Result = { n: number; upserted: Value | undefined; value: Buffer | undefined }

/** findAndModify: one document, found, changed and answered within one transaction. */
export async function findAndModify(engine: Engine, request: Request): Promise<Buffer> {
  const removing = request.flag('remove')
  const updateOperand = request.get('update')
  if (removing === (updateOperand !== undefined))
    throw failedToParse("Either an update or 'remove'=true must be specified, not both")
  const selection = {
    filter: parseFilter(request.document('query') ?? emptyDocument),
    sort: parseSort(request.document('sort')),
    multi: false,
  }
  const change = updateOperand && {
    ...selection,
    update: parseUpdate(updateOperand),
    upsert: request.flag('upsert'),
  }
  const returnNew = request.flag('new')
  const result = await engine.writeTo(request.db, request.collection(), (writer): Result => {
    const [found] = findSelected(engine, writer.collection, selection)!
    if (found && change) {
      const after = applyUpdate(writer, found, change) ?? found.bytes
      return { n: 1, upserted: undefined, value: returnNew ? after : found.bytes }
    }
    if (found) {
      writer.remove(found.rid, found.bytes)
      return { n: 1, upserted: undefined, value: found.bytes }
    }
    if (!change?.upsert) return { n: 0, upserted: undefined, value: undefined }
    const document = insertUpsert(writer, change)
    return { n: 1, upserted: idOf(document), value: returnNew ? document : undefined }
  })
  const last = [
    ['n', int(result.n)] as const,
    ...(change ? [['updatedExisting', bool(result.n > 0 && !result.upserted)] as const] : []),
    ...(result.upserted ? [['upserted', result.upserted] as const] : []),
  ]
  return buildDocument([
    ['lastErrorObject', buildDocument(last)],
    ['value', result.value ? documentValue(result.value) : NULL],
    ['ok', double(1)],
  ]).buf
}
