import { openDatabase } from '@wardtrack/database'
import { createLog } from '@wardtrack/service-kit'
import { createFeedWorker } from '../feed-worker.ts'
import { numberedSource } from './numbered-source.ts'
import { SHORT_TIMES } from './short-times.ts'

/** A process that delivers a feed until it is killed: it is given the store's address and the receiver's. */
async function main([storeUri = '', address = '']: readonly string[]): Promise<void> {
  createFeedWorker({
    db: await openDatabase(storeUri),
    log: createLog({ service: 'delivering', level: 'silent', stdout: true }),
    cacheMode: 'shared',
    source: numberedSource,
    receiver: async () => ({ address, mayReceivePatients: true, isPaused: false, secrets: [] }),
    rules: { allowed: ['127.0.0.1'] },
    limits: { outbox: 1_000_000, outboxDays: 7 },
    onDisclosure: () => undefined,
    onFigures: () => undefined,
    times: SHORT_TIMES,
  }).wake()
  // Its timers keep nothing alive.
  setInterval(() => undefined, 60_000)
}

await main(process.argv.slice(2))
