import { documentBytes, double, fromJs, int, objectId } from '../bson/make.ts'
import { fieldList, int32At, T, type Value } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { isTrue } from '../query/parse.ts'
import { idOf, type RecordWriter } from '../storage/records.ts'
import { checkId, refusePatterns } from '../update/update.ts'
import type { Engine } from './engine.ts'
import { checkStatementMembers } from './members.ts'
import { type Request, wrongType } from './request.ts'
import {
  type Batch,
  failure,
  type Outcome,
  runDelete,
  runUpdate,
  type Statement,
  type WriteError,
} from './statements.ts'

const MAX_WRITES = 100_000

function checkBatch(list: readonly Value[]): void {
  if (list.length === 0 || list.length > MAX_WRITES) {
    throw new StoreError(
      16,
      `Write batch sizes must be between 1 and ${MAX_WRITES}. Got ${list.length} operations.`,
    )
  }
}

/** The document as it is stored: with an _id, and that first. */
export function storedDocument(document: Value): Buffer {
  const { buf, at } = document
  const id = idOf(buf, at)
  if (id) checkId(id)
  refusePatterns(document)
  const first = buf[at + 5] === 0x5f && buf[at + 6] === 0x69 && buf[at + 7] === 0x64 && buf[at + 8] === 0
  if (id && first) return buf.subarray(at, at + int32At(buf, at))
  const fields = fieldList(document).filter(([name]) => name !== '_id')
  return buildDocument([['_id', id ?? objectId()], ...fields]).buf
}

/** Whether the answer waits for the disk: `j: false` asks it not to. */
function isAwaited(request: Request): boolean {
  const concern = request.document('writeConcern')
  const journaled = concern && fieldList(concern).find(([name]) => name === 'j')?.[1]
  return journaled === undefined || isTrue(journaled)
}

export async function insert(engine: Engine, request: Request): Promise<Buffer> {
  const list = request.documents('documents')
  checkBatch(list)
  const ordered = request.flag('ordered', true)
  const insertAll = (writer: RecordWriter) => {
    const refused: WriteError[] = []
    let inserted = 0
    for (let i = 0; i < list.length; i++) {
      try {
        writer.insert(storedDocument(list[i]!))
        inserted++
      } catch (error) {
        refused.push(failure(i, error))
        if (ordered) break
      }
    }
    return { errors: refused, n: inserted }
  }
  const { errors, n } = await engine.writeTo(request.db, request.collection(), insertAll, isAwaited(request))
  return documentBytes({ n, ...(errors.length > 0 ? { writeErrors: errors } : {}), ok: 1 })
}

function batchOf(request: Request, name: 'updates' | 'deletes'): Batch {
  const list = request.documents(name)
  checkBatch(list)
  const statements = list.map((item): Statement => {
    if (item.type !== T.object) throw wrongType(`${request.name}.${name}`, 'object', item)
    const statement = new Map(fieldList(item))
    checkStatementMembers(request.name, name, statement)
    return statement
  })
  return {
    db: request.db,
    collection: request.collection(),
    statements,
    ordered: request.flag('ordered', true),
    timeLimit: request.timeLimit(),
  }
}

export async function update(engine: Engine, request: Request): Promise<Buffer> {
  const outcome = await runUpdate(engine, batchOf(request, 'updates'))
  return updateReply(outcome)
}

function updateReply(outcome: Outcome): Buffer {
  const upserted = outcome.upserted.map(({ index, id }) =>
    buildDocument([
      ['index', int(index)],
      ['_id', id],
    ]),
  )
  return buildDocument([
    ['n', int(outcome.n)],
    ['nModified', int(outcome.modified)],
    ...(upserted.length > 0 ? [['upserted', buildArray(upserted)] as const] : []),
    ...(outcome.errors.length > 0 ? [['writeErrors', fromJs(outcome.errors)] as const] : []),
    ['ok', double(1)],
  ]).buf
}

export async function remove(engine: Engine, request: Request): Promise<Buffer> {
  const outcome = await runDelete(engine, batchOf(request, 'deletes'))
  return documentBytes({
    n: outcome.n,
    ...(outcome.errors.length > 0 ? { writeErrors: outcome.errors } : {}),
    ok: 1,
  })
}
