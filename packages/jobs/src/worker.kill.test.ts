import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@wardtrack/database'
import { createEventBus, createLog } from '@wardtrack/service-kit'
import { noteFaultRuns, openTestStore, type TestStore } from '@wardtrack/test-kit'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createJobs, type Jobs } from './index.ts'
import type { CountParams } from './testing/counting-process.ts'

const PROGRAM = fileURLToPath(new URL('../dist/testing/counting-process.js', import.meta.url))
const STEPS = 40
const wait = { timeout: 20_000, interval: 20 }

let store: TestStore
let db: Database
/** starts and reads jobs, but runs none */
let jobs: Jobs
const processes = new Set<ChildProcess>()

beforeAll(async () => {
  store = await openTestStore()
  db = await openDatabase(store.uri)
  const log = createLog({ service: 'test', level: 'silent', stdout: true })
  jobs = createJobs({ db, log, bus: createEventBus({ log }), cacheMode: 'shared' })
})
afterEach(() => {
  for (const child of processes) child.kill('SIGKILL')
})
afterAll(async () => {
  await jobs.close()
  await db.close()
  await store.drop()
})

function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, store.uri], { stdio: ['ignore', 'inherit', 'inherit'] })
  processes.add(child)
  child.once('exit', () => processes.delete(child))
  return child
}
const doneOf = async (id: string): Promise<number> => (await jobs.readJob(id))?.done ?? 0

test('another process continues the job of a killed process from its cursor', async () => {
  startProcess()
  startProcess()
  const params: CountParams = { steps: STEPS, stepMs: 20 }
  const { id } = await jobs.startJob('mirth.redeliver', params, { username: 'tester' })
  const workers = new Set<number>()
  for (let kills = 0; kills < 2; kills += 1) {
    const reached = await doneOf(id)
    await vi.waitFor(async () => expect(await doneOf(id)).toBeGreaterThan(reached + 3), wait)
    const newest = await db.models.system.findOne({ _id: `counted-${(await doneOf(id)) - 1}` })
    const worker = [...processes].find(({ pid }) => pid === newest?.value)
    workers.add(worker?.pid ?? 0)
    worker?.kill('SIGKILL')
    if (kills === 0) startProcess()
  }
  await vi.waitFor(async () => expect((await jobs.readJob(id))?.state).toBe('done'), wait)
  expect(workers.size).toBe(2)
  expect(workers).not.toContain(0)
  expect(await jobs.readJob(id)).toMatchObject({ done: STEPS, total: STEPS })
  const counted = await db.models.system.find({})
  expect(counted).toHaveLength(STEPS)
  // Each process continued the remaining steps: none started again from the beginning.
  expect(new Set(counted.map(({ value }) => value)).size).toBeGreaterThanOrEqual(3)
  noteFaultRuns({ kind: 'kill -9: a job of two processes', runs: 2 })
})
