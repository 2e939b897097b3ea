import { documentBytes, double, fromJs, int } from '../bson/make.ts'
import { isWholeNumber, numberOf } from '../bson/number.ts'
import { fieldList, T, type Value } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { failedToParse, StoreError } from '../errors.ts'
import { isTrue, parseFilter } from '../query/parse.ts'
import type { RecordWriter } from '../storage/records.ts'
import { parseUpdate, storedDocument } from '../update/update.ts'
import type { Engine } from './engine.ts'
import { checkStatementMembers } from './members.ts'
import { type Request, wrongType } from './request.ts'
import {
  type Change,
  failure,
  type Outcome,
  runStatements,
  type Selection,
  type UpdateSelection,
  type WriteError,
} from './statements.ts'

const MAX_WRITES = 100_000

function checkBatch({ length }: readonly Value[]): void {
  if (length === 0 || length > MAX_WRITES)
    throw new StoreError(
      16,
      `Write batch sizes must be between 1 and ${MAX_WRITES}. Got ${length} operations.`,
    )
}

/** Reports if the answer waits for the disk: not with `j: false`. */
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

type Statement = ReadonlyMap<string, Value>

function readSelection(statement: Statement, multi: boolean): Selection {
  const query = statement.get('q')!
  if (query.type !== T.object) throw failedToParse("'q' must be an object")
  return { filter: parseFilter(query), multi, sort: [] }
}

function readUpdate(statement: Statement): UpdateSelection {
  const flag = (name: string) => statement.has(name) && isTrue(statement.get(name)!)
  const multi = flag('multi')
  const change = parseUpdate(statement.get('u')!)
  if (multi && change.isReplacement)
    throw failedToParse('multi update is not supported for replacement-style update')
  return { ...readSelection(statement, multi), update: change, upsert: flag('upsert') }
}

function readDelete(statement: Statement): Selection {
  const limit = statement.get('limit')!
  if (!isWholeNumber(limit, 0) || numberOf(limit) > 1)
    throw failedToParse('The limit field in delete objects must be 0 or 1')
  return readSelection(statement, numberOf(limit) === 0)
}

function runBatch(
  engine: Engine,
  request: Request,
  list: 'updates' | 'deletes',
  read: (statement: Statement) => Change,
): Promise<Outcome> {
  const members = request.documents(list)
  checkBatch(members)
  const statements = members.map((member) => {
    if (member.type !== T.object) throw wrongType(`${request.name}.${list}`, 'object', member)
    const statement = new Map(fieldList(member))
    checkStatementMembers(request.name, list, statement)
    return () => read(statement)
  })
  const ordered = request.flag('ordered', true)
  return runStatements(engine, { db: request.db, collection: request.collection(), statements, ordered })
}

export async function update(engine: Engine, request: Request): Promise<Buffer> {
  const outcome = await runBatch(engine, request, 'updates', readUpdate)
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
  const { n, errors } = await runBatch(engine, request, 'deletes', readDelete)
  return documentBytes({ n, ...(errors.length > 0 ? { writeErrors: errors } : {}), ok: 1 })
}
