import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Cursors } from '../commands/cursors.ts'
import { Engine } from '../commands/engine.ts'
import { type Connection, errorReply, runCommand } from '../commands/registry.ts'
import { Request } from '../commands/request.ts'
import { startExpiry } from '../storage/expiry.ts'
import { Store } from '../storage/store.ts'
import { ACCOUNT, type Credentials, credentialsOf } from './scram.ts'
import { type Message, MessageSplitter, parseMessage, replyHead } from './wire.ts'

/** A running embedded store. `close` answers what is under way, then releases the data directory. */
export type EmbeddedMongo = { uri: string; port: number; close(): Promise<void> }

export type StartOptions = {
  /** Directory of the store; made when it does not exist. */
  dataDir: string
  /** 0 (default): any free port. Loopback only. */
  port?: number
  /** false: commits are not flushed to disk. For throw-away test stores only. */
  sync?: boolean
  /** Printable ASCII; with it a connection must sign in (SCRAM-SHA-256) before it is served. */
  secret?: string
  /** How often documents of TTL indexes are looked for, in milliseconds. */
  expiryInterval?: number
}

const HOST = '127.0.0.1'
const CURSOR_CHECK = 60_000

/** Starts the store in this process. Throws when the directory or the port cannot be used. */
export async function startEmbeddedMongo(options: StartOptions): Promise<EmbeddedMongo> {
  const store = new Store(options.dataDir, options.sync ?? true)
  const cursors = new Cursors()
  const engine = new Engine(store, cursors)
  await engine.recover()
  const connections = new Connections(
    engine,
    options.secret === undefined ? undefined : credentialsOf(options.secret),
  )
  const server = createServer({ noDelay: true }, (socket) => connections.accept(socket))
  try {
    await listen(server, options.port ?? 0)
  } catch (error) {
    await store.close()
    throw error
  }
  const expiry = startExpiry(engine, options.expiryInterval ?? 60_000)
  const idle = setInterval(() => cursors.endIdle(), CURSOR_CHECK)
  idle.unref()
  const { port } = server.address() as AddressInfo
  let closing: Promise<void> | undefined
  const close = async () => {
    clearInterval(idle)
    await expiry.stop()
    const stopped = new Promise((resolve) => server.close(resolve))
    await connections.close()
    await stopped
    await store.close()
  }
  return {
    uri: addressOf(port, options.secret),
    port,
    close: () => (closing ??= close()),
  }
}

function addressOf(port: number, secret: string | undefined): string {
  if (secret === undefined) return `mongodb://${HOST}:${port}/wardtrack?directConnection=true`
  const account = `${ACCOUNT}:${encodeURIComponent(secret)}`
  const options = 'directConnection=true&authSource=admin&authMechanism=SCRAM-SHA-256'
  return `mongodb://${account}@${HOST}:${port}/wardtrack?${options}`
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Open sockets; each answers its commands in the order they came. */
class Connections {
  private readonly sockets = new Map<Socket, { busy: Promise<void> }>()
  private readonly engine: Engine
  private readonly credentials: Credentials | undefined
  private last = 0

  constructor(engine: Engine, credentials: Credentials | undefined) {
    this.engine = engine
    this.credentials = credentials
  }

  accept(socket: Socket): void {
    const state = { busy: Promise.resolve() }
    const connection: Connection = {
      id: ++this.last,
      open: () => this.sockets.size,
      credentials: this.credentials,
      signedIn: false,
    }
    const splitter = new MessageSplitter()
    this.sockets.set(socket, state)
    socket.on('data', (chunk) => {
      try {
        for (const bytes of splitter.push(chunk)) {
          const message = parseMessage(bytes)
          state.busy = state.busy.then(() => this.answer(socket, message, connection))
        }
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.sockets.delete(socket)
      this.engine.cursors.endOwner(connection)
    })
  }

  private async answer(socket: Socket, message: Message, connection: Connection): Promise<void> {
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

  /** Lets commands under way finish, then closes every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.sockets.values()].map(({ busy }) => busy))
    for (const socket of this.sockets.keys()) socket.destroy()
  }
}
