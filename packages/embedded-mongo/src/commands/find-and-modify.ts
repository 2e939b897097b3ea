import { bool, double, emptyDocument, int, NULL } from '../bson/make.ts'
import { documentValue, idOf } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { failedToParse } from '../errors.ts'
import { parseFilter } from '../query/parse.ts'
import { parseSort } from '../query/sort.ts'
import { parseUpdate } from '../update/update.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'
import { applyUpdate, findSelected, insertUpsert } from './statements.ts'

/** The document before and after. */
type Result = { before?: Buffer; after?: Buffer }

/** Runs findAndModify: finds, changes and returns one document within one transaction. */
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
  const { before, after } = await engine.writeTo(request.db, request.collection(), (writer): Result => {
    const [found] = findSelected(engine, writer.collection, selection)!
    if (!found) return change?.upsert ? { after: insertUpsert(writer, change) } : {}
    if (change) return { before: found.bytes, after: applyUpdate(writer, found, change) ?? found.bytes }
    writer.remove(found.rid, found.bytes)
    return { before: found.bytes }
  })
  const upserted = after && !before ? idOf(after) : undefined
  const last = [
    ['n', int(before || after ? 1 : 0)] as const,
    ...(change ? [['updatedExisting', bool(before !== undefined)] as const] : []),
    ...(upserted ? [['upserted', upserted] as const] : []),
  ]
  const value = change && request.flag('new') ? after : before
  return buildDocument([
    ['lastErrorObject', buildDocument(last)],
    ['value', value ? documentValue(value) : NULL],
    ['ok', double(1)],
  ]).buf
}
