import { bool, double, emptyDocument, int, NULL } from '../bson/make.ts'
import { documentValue, type Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { failedToParse } from '../errors.ts'
import { TimeSlices } from '../query/execute.ts'
import { parseFilter } from '../query/parse.ts'
import { compileProjection } from '../query/projection.ts'
import { parseSort } from '../query/sort.ts'
import { idOf } from '../storage/records.ts'
import { parseUpdate } from '../update/update.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'
import { applyUpdate, insertUpsert, select, type UpdateSelection } from './statements.ts'

type Result = { n: number; updatedExisting: boolean; upserted: Value | undefined; value: Buffer | undefined }

/** findAndModify: one document, found, changed and answered within one transaction. */
export async function findAndModify(engine: Engine, request: Request): Promise<Buffer> {
  const removing = request.flag('remove')
  const given = request.get('update')
  if (removing === (given !== undefined))
    throw failedToParse("Either an update or 'remove'=true must be specified, not both")
  const chosen = {
    filter: parseFilter(request.document('query') ?? emptyDocument),
    sort: parseSort(request.document('sort')),
    multi: false,
  }
  const fields = request.document('fields')
  const project = fields && compileProjection(fields, 'find')
  const update = given && {
    ...chosen,
    update: parseUpdate(given),
    upsert: request.flag('upsert'),
  }
  const fresh = request.flag('new')
  const slices = new TimeSlices(request.timeLimit())
  const result = await engine.writeTo(request.db, request.collection(), (writer): Result => {
    const [found] = select(engine, writer.collection, chosen, slices)!
    if (update) return found ? changed(update) : missing(update)
    if (found) writer.remove(found.rid, found.bytes)
    return { n: found ? 1 : 0, updatedExisting: false, upserted: undefined, value: found?.bytes }

    function changed(selection: UpdateSelection): Result {
      const after = applyUpdate(writer, found!, selection) ?? found!.bytes
      return { n: 1, updatedExisting: true, upserted: undefined, value: fresh ? after : found!.bytes }
    }

    function missing(selection: UpdateSelection): Result {
      if (!selection.upsert) return { n: 0, updatedExisting: false, upserted: undefined, value: undefined }
      const document = insertUpsert(writer, selection)
      return { n: 1, updatedExisting: false, upserted: idOf(document)!, value: fresh ? document : undefined }
    }
  })
  const value = result.value && project ? project(result.value) : result.value
  const last = [
    ['n', int(result.n)] as const,
    ...(update ? [['updatedExisting', bool(result.updatedExisting)] as const] : []),
    ...(result.upserted ? [['upserted', result.upserted] as const] : []),
  ]
  return buildDocument([
    ['lastErrorObject', buildDocument(last)],
    ['value', value ? documentValue(value) : NULL],
    ['ok', double(1)],
  ]).buf
}
