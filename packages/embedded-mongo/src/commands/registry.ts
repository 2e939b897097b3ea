import { documentBytes } from '../bson/make.ts'
import { StoreError } from '../errors.ts'
import { noteCommand } from '../query/turns.ts'
import { create, drop, dropDatabase } from './admin.ts'
import type { Engine } from './engine.ts'
import { explain } from './explain.ts'
import { compact, copyStore } from './files.ts'
import { findAndModify } from './find-and-modify.ts'
import { buildInfo, hello, serverStatus } from './hello.ts'
import { createIndexes, dropIndexes, listIndexes } from './indexes.ts'
import { checkCommandMembers, checkReadConcern } from './members.ts'
import { aggregate, count, distinct, find, getMore, killCursors } from './read.ts'
import type { Request } from './request.ts'
import { requireSignIn, type SignIn, saslContinue, saslStart } from './sign-in.ts'
import { collStats, dbStats } from './stats.ts'
import { validate } from './validate.ts'
import { insert, remove, update } from './write.ts'

/** The connection a command came on: cursors end with it. */
export type Connection = SignIn & { id: number; open: () => number }
type Handler = (engine: Engine, request: Request, connection: Connection) => Buffer | Promise<Buffer>

const ok = () => documentBytes({ ok: 1 })
const answerHello: Handler = (_engine, _request, connection) => hello(connection.id)

const HANDLERS: Readonly<Record<string, Handler>> = {
  hello: answerHello,
  ismaster: answerHello,
  isMaster: answerHello,
  ping: ok,
  buildInfo,
  buildinfo: buildInfo,
  serverStatus: (engine, _request, connection) => serverStatus(engine, connection.open()),
  endSessions: ok,
  saslStart: (_engine, request, connection) => saslStart(request, connection),
  saslContinue: (_engine, request, connection) => saslContinue(request, connection),
  create,
  drop,
  dropDatabase,
  createIndexes,
  listIndexes,
  dropIndexes,
  insert,
  update,
  delete: remove,
  find,
  getMore,
  killCursors,
  findAndModify,
  findandmodify: findAndModify,
  aggregate,
  count,
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
  if (request.get('startTransaction') || request.get('autocommit')) {
    throw new StoreError(20, 'Transaction numbers are only allowed on a replica set member or mongos')
  }
  checkCommandMembers(request)
  checkReadConcern(request.document('readConcern'))
  return handler(engine, request, connection)
}

/** The reply to a command that failed. */
export function errorReply(error: unknown): Buffer {
  if (error instanceof StoreError) {
    return documentBytes({
      ok: 0,
      errmsg: error.message,
      code: error.code,
      codeName: error.codeName,
      ...error.extra,
    })
  }
  const message = error instanceof Error ? error.message : String(error)
  return documentBytes({ ok: 0, errmsg: message, code: 1, codeName: 'InternalError' })
}
