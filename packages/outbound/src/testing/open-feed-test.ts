import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Database, openDatabase } from '@wardtrack/database'
import { createLog } from '@wardtrack/service-kit'
import { freePort, openTestStore } from '@wardtrack/test-kit'
import { type DeliveryFeed, openDeliveryFeed } from '../delivery-feed.ts'
import { createFeedWorker } from '../feed-worker.ts'
import type { FeedWorker, FeedWorkerParts, PatientDisclosure } from '../feed-worker.types.ts'
import type { OutboxFigures } from '../outbox-metrics.ts'
import type { Receiver as ReceiverSetting } from '../receivers.ts'
import { numberedSource } from './numbered-source.ts'
import { SHORT_TIMES } from './short-times.ts'

/** A received request. */
type Received = { key: string; body: unknown; headers: IncomingMessage['headers'] }

/** A receiving system on loopback. */
export type Receiver = {
  url: string
  received: Received[]
  /** answers the next requests; accepts by default */
  answer: (received: Received, response: ServerResponse) => void
  /** highest number of concurrent requests */
  maxConcurrent: number
  /** number of connections */
  connections: number
  close(): Promise<void>
}

/** Starts a receiver. @param port a free port when left out; a closed receiver can be started again on its port */
export async function startReceiver(port?: number): Promise<Receiver> {
  const listeningPort = port ?? (await freePort())
  let openRequests = 0
  const server = createServer((request, response) => {
    openRequests += 1
    receiver.maxConcurrent = Math.max(receiver.maxConcurrent, openRequests)
    response.once('close', () => {
      openRequests -= 1
    })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      const received = { key: String(request.headers['idempotency-key']), body, headers: request.headers }
      receiver.received.push(received)
      receiver.answer(received, response)
    })
  })
  server.on('connection', () => {
    receiver.connections += 1
  })
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: (_received, response) => response.writeHead(204).end(),
    maxConcurrent: 0,
    connections: 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(listeningPort, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${listeningPort}`
  return receiver
}

/** A store, a receiver and workers of a feed. */
export type FeedTest = {
  db: Database
  storeUri: string
  feed: DeliveryFeed
  mirth: Receiver
  /** settings of the receiver; undefined without one */
  setting: ReceiverSetting | undefined
  disclosures: PatientDisclosure[]
  figures: OutboxFigures[]
  start(parts?: Partial<FeedWorkerParts>): FeedWorker
  /** empties the feed and starts another receiver */
  reset(): Promise<void>
  closeWorkers(): Promise<void>
  close(): Promise<void>
}

/** Opens the parts of a feed test. */
export async function openFeedTest(): Promise<FeedTest> {
  const store = await openTestStore()
  const db = await openDatabase(store.uri)
  const log = createLog({ service: 'test', level: 'silent', stdout: true })
  const workers: FeedWorker[] = []
  const test: FeedTest = {
    db,
    storeUri: store.uri,
    feed: openDeliveryFeed(db, 'AssetLocation'),
    mirth: await startReceiver(),
    setting: undefined,
    disclosures: [],
    figures: [],
    start: (parts = {}) => {
      const worker = createFeedWorker({
        db,
        log,
        cacheMode: 'local',
        source: numberedSource,
        receiver: async () => test.setting,
        rules: { allowed: ['127.0.0.1'] },
        limits: { outbox: 1_000_000, outboxDays: 7 },
        onDisclosure: (disclosure) => test.disclosures.push(disclosure),
        onFigures: (figures) => test.figures.push(figures),
        times: SHORT_TIMES,
        ...parts,
      })
      workers.push(worker)
      worker.wake()
      return worker
    },
    reset: async () => {
      await db.driver.deliveryFeed.deleteMany()
      await db.driver.deliveryAddresses.deleteMany()
      await test.mirth.close()
      test.mirth = await startReceiver()
      test.setting = { address: test.mirth.url, mayReceivePatients: true, isPaused: false, secrets: [] }
      test.disclosures = []
      test.figures = []
    },
    closeWorkers: async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.close()))
    },
    close: async () => {
      await test.closeWorkers()
      await test.mirth.close()
      await db.close()
      await store.drop()
    },
  }
  return test
}
