import { openDatabase } from '@wardtrack/database'
import { createLog } from '@wardtrack/service-kit'
import { createFeedWorker } from '../feed-worker.ts'
import { numberedSource } from './numbered-source.ts'
import { SHORT_TIMES } from './short-times.ts'

/** Delivers a feed until the process is killed; its arguments are the addresses of the store and the receiver. */
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
  // The timers of the worker do not keep the process alive.
  setInterval(() => undefined, 60_000)
}

await main(process.argv.slice(2))
