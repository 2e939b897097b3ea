import { documentBytes, toJs } from '../../bson/make.ts'
import { documentValue } from '../../bson/value.ts'
import { Cursors } from '../../commands/cursors.ts'
import { Engine } from '../../commands/engine.ts'
import { errorReply, runCommand } from '../../commands/registry.ts'
import { Request } from '../../commands/request.ts'
import type { Store } from '../store.ts'

export type Reply = { ok: number; errmsg?: string; code?: number; [member: string]: unknown }

/** Runs commands on a store without sockets. */
export async function commandRunner(store: Store): Promise<(command: object) => Promise<Reply>> {
  const engine = new Engine(store, new Cursors(100))
  await engine.recover()
  const connection = { id: 1, credentials: undefined, signedIn: true }
  return async (command) => {
    const request = new Request(documentValue(documentBytes({ ...command, $db: 't' })), new Map())
    const reply = await runCommand(engine, request, connection).catch(errorReply)
    return toJs(documentValue(reply)) as Reply
  }
}
