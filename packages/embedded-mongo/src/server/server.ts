import { existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { Cursors } from '../commands/cursors.ts'
import { type CommandObserver, Engine } from '../commands/engine.ts'
import type { Disk } from '../storage/disk.ts'
import { startExpiry } from '../storage/expiry.ts'
import { LostStoreFile } from '../storage/recovery.ts'
import { Store } from '../storage/store.ts'
import { limitsOf, STORE_SETTINGS, type StoreSettings } from '../store-settings.ts'
import { Connections, UNAUTHENTICATED_LIMITS, type UnauthenticatedLimits } from './connections.ts'
import { ACCOUNT, credentialsOf } from './scram.ts'
import { emptiedStore } from './start-errors.ts'

/** Path of the file that marks a store which has held content. */
const contentMarker = (dataDir: string): string => join(dataDir, 'store-has-content')

const TEXT = `The store in this folder has held content. While this file is here, a store that is missing or empty does not start.
`
const LOOK_EVERY_MS = 1_000

/** Reports if the store of a directory is known to have held content. */
const isMarked = (dataDir: string): boolean => existsSync(contentMarker(dataDir))

/**
 * Marks the directory when its store first holds content. An earlier mark would make an interrupted first start look like
 * a loss.
 * @returns function that ends the watch
 */
function markContent(dataDir: string, hasContent: () => boolean): () => void {
  const markIfDue = (): void => {
    if (!hasContent()) return
    try {
      writeFileSync(contentMarker(dataDir), TEXT)
      clearInterval(timer)
    } catch {
      // The disk refuses the write now, so it is retried.
    }
  }
  const timer = setInterval(markIfDue, LOOK_EVERY_MS)
  timer.unref()
  markIfDue()
  return () => {
    if (!isMarked(dataDir)) markIfDue()
    clearInterval(timer)
  }
}

/** A running embedded store. `close` answers running commands, then releases the data directory. */
export type EmbeddedMongo = { uri: string; port: number; close(): Promise<void> }

export type StartOptions = {
  /** Directory of the store; made when it does not exist. */
  dataDir: string
  /** 0 (default): any free port. Loopback only. */
  port?: number
  /** false: commits are not flushed to disk. For throw-away test stores only. */
  sync?: boolean
  /** Disk for durable writes; tests pass a disk that fails. */
  disk?: Disk
  /** Memory and disk limits of the store. */
  settings?: Partial<StoreSettings>
  /** Printable ASCII; with it a connection must sign in (SCRAM-SHA-256) before it is served. */
  secret?: string
  /** Milliseconds between two searches for expired documents of TTL indexes. */
  expiryInterval?: number
  /** Limits of connections that have not signed in; tests set lower ones. */
  unauthenticated?: Partial<UnauthenticatedLimits>
  /** Receives every command as plain JavaScript values, without the documents of inserts. For tests. */
  onCommand?: CommandObserver
}

const HOST = '127.0.0.1'
const CURSOR_CHECK = 60_000

/**
 * Starts the store in this process.
 * @throws StoreNotStarted when the directory has held a store's content and is empty now
 * @throws Error when the directory or the port cannot be used
 */
export async function startEmbeddedMongo(options: StartOptions): Promise<EmbeddedMongo> {
  const settings = { ...STORE_SETTINGS, ...options.settings }
  const store = await openStore(options, settings)
  const cursors = new Cursors(settings.cursors)
  const engine = new Engine(store, cursors, options.onCommand)
  await engine.recover()
  if (isMarked(options.dataDir) && !engine.catalogue.hasHeldContent()) {
    await store.close()
    throw emptiedStore(options.dataDir, contentMarker(options.dataDir))
  }
  const connections = new Connections(
    engine,
    options.secret === undefined ? undefined : credentialsOf(options.secret),
    { ...UNAUTHENTICATED_LIMITS, ...options.unauthenticated },
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
  const endMarking = markContent(options.dataDir, () => engine.catalogue.hasHeldContent())
  let closing: Promise<void> | undefined
  const close = async () => {
    clearInterval(idle)
    endMarking()
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

/** Opens the store. Recreates a missing file only if the directory is not known to have held content. */
async function openStore(
  { dataDir, sync = true, disk }: StartOptions,
  settings: StoreSettings,
): Promise<Store> {
  try {
    return await Store.open(dataDir, {
      sync,
      ...(disk ? { disk } : {}),
      limits: limitsOf(settings),
      replaceLostFile: !isMarked(dataDir),
    })
  } catch (error) {
    throw error instanceof LostStoreFile ? emptiedStore(dataDir, contentMarker(dataDir)) : error
  }
}

/** Returns the address of a store. */
export function addressOf(port: number, secret: string | undefined): string {
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
