import { documentBytes } from '../bson/make.ts'
import { StoreError } from '../errors.ts'
import { noteCommand } from '../query/turns.ts'
import { distinct } from './distinct.ts'
import type { Engine } from './engine.ts'
import { explain } from './explain.ts'
import { compact, copyStore } from './files.ts'
import { findAndModify } from './find-and-modify.ts'
import { buildInfo, hello } from './hello.ts'
import { createIndexes, listIndexes } from './indexes.ts'
import { checkCommandMembers } from './members.ts'
import { aggregate, find, getMore, killCursors } from './read.ts'
import type { Request } from './request.ts'
import { requireSignIn, type SignIn, saslContinue, saslStart } from './sign-in.ts'
import { collStats, dbStats } from './stats.ts'
import { validate } from './validate.ts'
import { insert, remove, update } from './write.ts'

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
