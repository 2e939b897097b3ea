import type { Socket } from 'node:net'
import type { Engine } from '../commands/engine.ts'
import { type Connection, errorReply, runCommand } from '../commands/registry.ts'
import { Request } from '../commands/request.ts'
import type { Credentials } from './scram.ts'
import { MAX_MESSAGE_BYTES, type Message, MessageSplitter, parseMessage, replyHead } from './wire.ts'

/**
 * Limits of connections that have not signed in. 256 such connections hold less than 20 MB. A driver's monitoring connection
 * never signs in, so some are always open.
 */
export const UNAUTHENTICATED_LIMITS = {
  /** connections at a time */
  connections: 256,
  /** maximum bytes of a message: hello and sign-in messages are short */
  messageBytes: 8 * 1024,
  /** unanswered commands of one connection */
  commands: 4,
  /** bytes of unread answers of one connection */
  answerBytes: 32 * 1024,
  /** milliseconds until the first command of a connection */
  firstCommandMs: 10_000,
  /** milliseconds without a command after which a connection may be closed for another; monitoring sends one every 10 s */
  idleMs: 30_000,
}
export type UnauthenticatedLimits = typeof UNAUTHENTICATED_LIMITS

/** An open connection. Its commands are answered in order of arrival. */
type OpenConnection = Connection & {
  socket: Socket
  splitter: MessageSplitter
  busy: Promise<void>
  /** number of unanswered commands */
  waiting: number
  lastCommandAt: number
}

/** The open connections of a store. */
export class Connections {
  private readonly connections = new Map<Socket, OpenConnection>()
  private readonly engine: Engine
  private readonly credentials: Credentials | undefined
  private readonly limits: UnauthenticatedLimits
  private lastId = 0

  /** @param credentials undefined: every connection counts as signed in */
  constructor(engine: Engine, credentials: Credentials | undefined, limits = UNAUTHENTICATED_LIMITS) {
    this.engine = engine
    this.credentials = credentials
    this.limits = limits
  }

  accept(socket: Socket): void {
    socket.on('error', () => socket.destroy())
    if (!this.hasRoom()) {
      socket.destroy()
      return
    }
    const connection = this.createConnection(socket)
    this.connections.set(socket, connection)
    const silence = setTimeout(() => {
      if (connection.waiting === 0 && !this.isTrusted(connection)) socket.destroy()
    }, this.limits.firstCommandMs)
    silence.unref()
    socket.on('data', (chunk) => {
      try {
        if (this.receive(connection, chunk) > 0) clearTimeout(silence)
      } catch {
        socket.destroy()
      }
    })
    socket.on('close', () => {
      clearTimeout(silence)
      this.connections.delete(socket)
      this.engine.cursors.endOwner(connection)
    })
  }

  private createConnection(socket: Socket): OpenConnection {
    const connection: OpenConnection = {
      id: ++this.lastId,
      credentials: this.credentials,
      signedIn: false,
      socket,
      splitter: new MessageSplitter(() =>
        this.isTrusted(connection) ? MAX_MESSAGE_BYTES : this.limits.messageBytes,
      ),
      busy: Promise.resolve(),
      waiting: 0,
      lastCommandAt: Date.now(),
    }
    return connection
  }

  private isTrusted(connection: Connection): boolean {
    return this.credentials === undefined || connection.signedIn
  }

  /** Reports if another connection may be opened. A connection that has long been idle is closed for it. */
  private hasRoom(): boolean {
    // Usual case: with fewer connections than the limit, no single connection is checked.
    if (this.connections.size < this.limits.connections) return true
    const unauthenticated = [...this.connections.values()].filter((connection) => !this.isTrusted(connection))
    if (unauthenticated.length < this.limits.connections) return true
    const [longestIdle] = unauthenticated.sort((a, b) => a.lastCommandAt - b.lastCommandAt)
    if (!longestIdle || Date.now() - longestIdle.lastCommandAt < this.limits.idleMs) return false
    longestIdle.socket.destroy()
    return true
  }

  /** Reads a received chunk. @returns number of commands in it. @throws when the connection must end */
  private receive(connection: OpenConnection, chunk: Buffer): number {
    let commands = 0
    for (const bytes of connection.splitter.push(chunk)) {
      const message = parseMessage(bytes)
      commands += 1
      connection.waiting += 1
      connection.lastCommandAt = Date.now()
      this.checkBacklog(connection)
      connection.busy = connection.busy.then(async () => {
        await this.answer(connection, message)
        connection.waiting -= 1
      })
    }
    return commands
  }

  /** @throws Error when a connection without a sign-in has too many unanswered commands or unread answers */
  private checkBacklog(connection: OpenConnection): void {
    if (this.isTrusted(connection)) return
    const { commands, answerBytes } = this.limits
    if (connection.waiting > commands || connection.socket.writableLength > answerBytes)
      throw new Error('a connection that has not signed in asks for more than it may')
  }

  private async answer(connection: OpenConnection, message: Message): Promise<void> {
    const { socket } = connection
    let body: Buffer
    try {
      if (message.refusal) throw message.refusal
      body = await runCommand(this.engine, new Request(message.body, message.sequences), connection)
    } catch (error) {
      body = errorReply(error)
    }
    if (!message.wantsReply || socket.destroyed) return
    socket.cork()
    socket.write(replyHead(message, body))
    socket.write(body)
    socket.uncork()
  }

  /** Lets running commands finish, then closes every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.connections.values()].map(({ busy }) => busy))
    for (const socket of this.connections.keys()) socket.destroy()
  }
}
