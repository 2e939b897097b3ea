import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@wardtrack/database'
import { createEventBus, createLog } from '@wardtrack/service-kit'
import { createJobs } from '../create-jobs.ts'

/** Parameters of a counting job: its number of steps, each stored under its number. */
export type CountParams = { steps: number; stepMs: number }

/** Returns the name of a step's document in `system`. */
export const stepId = (step: number): string => `counted-${step}`

/** Runs counting jobs on the store with the given address, until the process is killed. */
async function main(): Promise<void> {
  const db = await openDatabase(process.argv[2] ?? '')
  const log = createLog({ service: 'counting', level: 'silent', stdout: true })
  const parts = { db, log, bus: createEventBus<never>({ log }), cacheMode: 'shared' } as const
  const jobs = createJobs(parts, { pollMs: 50, beatMs: 50, deadAfterMs: 500 })
  jobs.defineJob<CountParams, number>({
    kind: 'mirth.redeliver',
    run: async ({ params: { steps, stepMs }, cursor = 0 }, { saveProgress }) => {
      for (let step = cursor; step < steps; step += 1) {
        const counted = { $set: { value: process.pid } }
        await db.models.system.updateOne({ _id: stepId(step) }, counted, { upsert: true })
        await sleep(stepMs)
        await saveProgress(step + 1, step + 1, steps)
      }
    },
  })
}

await main()
