import { isAbsolute } from 'node:path'
import { Binary } from 'bson'
import { bool, documentBytes, double, emptyDocument, int, NULL, toJs } from '../bson/make.ts'
import { documentValue, idOf } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { failedToParse, StoreError } from '../errors.ts'
import { findDocuments } from '../query/execute.ts'
import { parseFilter } from '../query/parse.ts'
import { type Plan, sourceOf } from '../query/plan.ts'
import { parseSort } from '../query/sort.ts'
import { noteCommand, visitFound } from '../query/turns.ts'
import { type Conversation, type Credentials, startConversation } from '../server/scram.ts'
import { parseUpdate } from '../update/update.ts'
import { distinct } from './distinct.ts'
import type { Engine } from './engine.ts'
import { createIndexes, listIndexes } from './indexes.ts'
import { checkCommandMembers } from './members.ts'
import { planOf, readQuery } from './query.ts'
import { aggregate, find, getMore, killCursors } from './read.ts'
import { Request } from './request.ts'
import { applyUpdate, findSelected, insertUpsert } from './statements.ts'
import { collStats, dbStats } from './stats.ts'
import { validate } from './validate.ts'
import { insert, remove, update } from './write.ts'

/** The document before and after. */
type Result = { before?: Buffer; after?: Buffer }

/** Runs findAndModify: finds, changes and returns one document within one transaction. */
async function findAndModify(engine: Engine, request: Request): Promise<Buffer> {
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

/** Sign-in state of a connection. A store without a secret requires no sign-in. */
type SignIn = { credentials: Credentials | undefined; signedIn: boolean; conversation?: Conversation }

/** Commands that a driver may send before it has signed in. */
const OPEN = new Set(['hello', 'ismaster', 'saslStart', 'saslContinue', 'endSessions'])

/** @throws StoreError 13 when a command requires a sign-in that is missing */
function requireSignIn(name: string, state: SignIn): void {
  if (state.credentials && !state.signedIn && !OPEN.has(name))
    throw new StoreError(13, `Command ${name} requires authentication`)
}

/** Begins SCRAM-SHA-256. */
function saslStart(request: Request, state: SignIn): Buffer {
  if (!state.credentials) throw new StoreError(18, 'Authentication failed.')
  if (request.text('mechanism') !== 'SCRAM-SHA-256')
    throw new StoreError(334, `Unsupported mechanism ${request.text('mechanism') ?? ''}`)
  state.signedIn = false
  state.conversation = startConversation(state.credentials, payloadOf(request))
  return answer(state.conversation.challenge, false)
}

/** Checks the client's proof. After a correct proof it answers the final, empty exchange. */
function saslContinue(request: Request, state: SignIn): Buffer {
  if (state.signedIn) return answer('', true)
  const { conversation } = state
  if (!conversation) throw new StoreError(17, 'No SASL session state found')
  delete state.conversation
  const proof = conversation.finish(payloadOf(request))
  state.signedIn = true
  return answer(proof, true)
}

function payloadOf(request: Request): string {
  const value = request.get('payload')
  const payload = value ? toJs(value) : undefined
  if (!(payload instanceof Binary)) throw new StoreError(18, 'Authentication failed.')
  return Buffer.from(payload.value()).toString('utf8')
}

const answer = (payload: string, done: boolean): Buffer =>
  documentBytes({ conversationId: 1, done, payload: new Binary(Buffer.from(payload)), ok: 1 })

const STAGES = { nothing: 'EOF', collection: 'COLLSCAN', union: 'OR', index: 'IXSCAN' } as const

const describePlan = (plan: Plan): Record<string, unknown> => ({
  stage: STAGES[plan.kind],
  ...(plan.kind === 'union' ? { inputStages: plan.plans.map(describePlan) } : {}),
  ...(plan.kind === 'index' ? { indexName: plan.index.record.name } : {}),
})

/** Reports the index that a find or aggregate would use. With executionStats it also reports the examined entries. */
async function explain(engine: Engine, request: Request): Promise<Buffer> {
  const inner = request.document('explain')
  if (!inner) throw failedToParse('explain needs a command')
  const command = new Request(inner, new Map())
  checkCommandMembers(command)
  const query = readQuery(command)
  const collection = engine.catalogue.find(request.db, command.collection())
  const plan: Plan = collection ? planOf(engine.store, collection, query) : { kind: 'nothing', sorted: true }
  const scan = describePlan(plan)
  const fetched = plan.kind === 'index' ? { stage: 'FETCH', inputStage: scan } : scan
  const winningPlan = plan.sorted ? fetched : { stage: 'SORT', inputStage: fetched }
  const source = collection && sourceOf(engine.store, collection)
  let returned = 0
  const stats = request.text('verbosity') !== 'queryPlanner'
  if (stats && source) await visitFound(findDocuments(source, plan, query), () => returned++)
  return documentBytes({
    queryPlanner: { namespace: `${request.db}.${command.collection()}`, winningPlan, rejectedPlans: [] },
    executionStats: stats
      ? {
          nReturned: returned,
          totalKeysExamined: source?.counts.keys ?? 0,
          totalDocsExamined: source?.counts.documents ?? 0,
        }
      : undefined,
    ok: 1,
  })
}

const VERSION = '7.0.0'

/**
 * Describes a standalone server. Without a set name, drivers neither retry writes nor open transactions. Without a
 * topologyVersion they poll. Without sessions they do not send a session id with each command.
 */
function hello(connectionId: number): Buffer {
  return documentBytes({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: 21,
    ok: 1,
  })
}

const buildInfo = () =>
  documentBytes({
    version: VERSION,
    versionArray: [7, 0, 0, 0],
    gitVersion: 'wardtrack-embedded',
    modules: [],
    storageEngines: ['lmdb'],
    maxBsonObjectSize: 16 * 1024 * 1024,
    ok: 1,
  })

/**
 * Rewrites the files of the whole store, whichever collection is named. Afterwards no file holds overwritten or removed
 * data.
 */
async function compact(engine: Engine, request: Request): Promise<Buffer> {
  const name = request.collection()
  if (!engine.catalogue.find(request.db, name))
    throw new StoreError(26, `Collection '${request.db}.${name}' does not exist`)
  await engine.exclusive(() => engine.store.rewrite())
  return documentBytes({ bytesFreed: 0, wholeStore: true, ok: 1 })
}

/**
 * Runs `{ copyStore: PATH }`, which MongoDB does not have. Copies the state of one moment into a file that opens as the
 * `store.mdb` of another directory.
 */
async function copyStore(engine: Engine, request: Request): Promise<Buffer> {
  const path = request.toObject()['copyStore']
  if (typeof path !== 'string' || !isAbsolute(path))
    throw new StoreError(9, 'copyStore takes an absolute path')
  await engine.exclusive(() => engine.store.copyTo(path))
  return documentBytes({ ok: 1 })
}

/** The connection a command came on: cursors end with it. */
export type Connection = SignIn & { id: number }
type Handler = (engine: Engine, request: Request, connection: Connection) => Buffer | Promise<Buffer>

const ok = () => documentBytes({ ok: 1 })
const answerHello: Handler = (_engine, _request, connection) => hello(connection.id)

const HANDLERS: Readonly<Record<string, Handler>> = {
  hello: answerHello,
  ismaster: answerHello,
  ping: ok,
  buildInfo,
  endSessions: ok,
  saslStart: (_engine, request, connection) => saslStart(request, connection),
  saslContinue: (_engine, request, connection) => saslContinue(request, connection),
  createIndexes,
  listIndexes,
  insert,
  update,
  delete: remove,
  find,
  getMore,
  killCursors,
  findAndModify,
  aggregate,
  distinct,
  explain,
  collStats,
  dbStats,
  validate,
  compact,
  copyStore,
}

export async function runCommand(engine: Engine, request: Request, connection: Connection): Promise<Buffer> {
  noteCommand()
  engine.onCommand?.(request.toObject())
  const handler = Object.hasOwn(HANDLERS, request.name) ? HANDLERS[request.name] : undefined
  requireSignIn(request.name, connection)
  if (!handler) throw new StoreError(59, `no such command: '${request.name}'`)
  checkCommandMembers(request)
  return handler(engine, request, connection)
}

/** The reply to a command that failed. */
export function errorReply(error: unknown): Buffer {
  const errmsg = error instanceof Error ? error.message : String(error)
  return documentBytes({ ok: 0, errmsg, code: error instanceof StoreError ? error.code : 1 })
}
