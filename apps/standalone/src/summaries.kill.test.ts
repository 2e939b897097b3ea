import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { STORE_SETTINGS } from '@wardtrack/embedded-mongo'
import { noteFaultRuns } from '@wardtrack/test-kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rebuildSummaries } from './rebuild-summaries/rebuild-summaries.ts'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 2)
const LIMIT = 60_000 + ROUNDS * 30_000
const ASSETS = 8
const SENDERS = 4
const ITEMS = 8
const ROOMS = ['room1', 'room2', 'room3', 'room4']
const REBUILD = fileURLToPath(new URL('../dist/rebuild-summaries/main.js', import.meta.url))
/** Time limit for rebuilding marked assets; polling ends as soon as they are done. */
const SETTLING = { timeout: 90_000, interval: 1_500 }

let dataDir: string
let product: RunningProduct
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-summaries-'))
  product = await startProduct(dataDir)
  const places = ROOMS.map((hierarchyId) => ({ hierarchyId, fullName: ['Site', hierarchyId] }))
  await product.ingest('/location/api/ingest/hierarchies', places)
  const assets = Array.from({ length: ASSETS }, (_, index) => ({
    AssetType: 'Equipment',
    AssetId: `E-${index}`,
  }))
  await product.ingest('/api/ingest/assets', assets)
}, 60_000)
afterEach(async () => {
  await product.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T

/** Returns the time of an event: now, or up to 40 minutes earlier. */
function timeOfEvent(): string {
  const late = Math.random() < 0.3 ? Math.floor(Math.random() * 2_400_000) : 0
  return new Date(Date.now() - late).toISOString()
}
const position = () => ({
  AssetType: 'Equipment',
  AssetId: `E-${Math.floor(Math.random() * ASSETS)}`,
  hierarchyId: pick(ROOMS),
  time: timeOfEvent(),
})
const state = () => ({
  deviceId: `E-${Math.floor(Math.random() * ASSETS)}`,
  time: timeOfEvent(),
  ...pick([
    { BatteryLevel: pick(['LEVEL_1', 'LEVEL_3', 'LEVEL_4']) },
    { DeviceStatus: pick(['comm-status-online', 'comm-status-offline']), WifiStrength: 'BAR_ONE' },
    { alarm: { code: 'OCC', text: 'Occlusion' } },
  ]),
})

/**
 * Sends events until stopped. Unanswered events are not repeated. @returns function that stops and counts accepted
 * events
 */
function sendEvents(): () => Promise<number> {
  let isStopped = false
  let accepted = 0
  const send = async (): Promise<void> => {
    while (!isStopped) {
      const [path, item] = pick([
        ['/location/api/ingest/locations', position],
        ['/status/api/ingest/device-status', state],
      ] as const)
      const items = Array.from({ length: ITEMS }, () => item())
      const answer = await product.ingest(path, items).catch(() => undefined)
      accepted += Number(answer?.['accepted'] ?? 0)
      if (!answer) await sleep(20)
    }
  }
  const senders = Array.from({ length: SENDERS }, send)
  return async () => {
    isStopped = true
    await Promise.all(senders)
    return accepted
  }
}

const settings = () => ({ WARDTRACK_DATA_DIR: dataDir, WARDTRACK_STORE: STORE_SETTINGS })
/** Counts the differences between summaries and history beside the running product. */
const differing = async () => (await rebuildSummaries(settings(), () => undefined, 'compare')).differing
const NOTHING = { visits: 0, stateStretches: 0, deviceAlarms: 0 }

test(
  'makes summaries equal to history after kill -9 during events that nobody repeats',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const stop = sendEvents()
      await sleep(300 + Math.random() * 1_200)
      await product.kill()
      await stop()
      product = await startProduct(dataDir)
    }
    const stop = sendEvents()
    await sleep(300)
    expect(await stop()).toBeGreaterThan(0)
    await expect.poll(differing, SETTLING).toEqual(NOTHING)
    noteFaultRuns({ kind: 'kill -9: summaries', runs: ROUNDS })
  },
  LIMIT,
)

test(
  'resumes a killed rebuild beside the running product, with no difference afterwards',
  async () => {
    const stop = sendEvents()
    const run = (...parameters: string[]) =>
      spawn(process.execPath, [REBUILD, ...parameters], {
        env: { PATH: process.env['PATH'] ?? '', WARDTRACK_DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    const ended = async (child: ReturnType<typeof run>) => {
      let output = ''
      child.stdout.on('data', (text: Buffer) => {
        output += text.toString()
      })
      const code = await new Promise((resolve) => child.once('exit', resolve))
      return { code, output }
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = run()
      await sleep(400 + Math.random() * 800)
      child.kill('SIGKILL')
      await ended(child)
    }
    expect(await ended(run())).toMatchObject({ code: 0 })
    expect(await stop()).toBeGreaterThan(0)
    const notes = await readFile(join(dataDir, 'rebuild-summaries.json'), 'utf8').catch(() => 'none')
    expect(notes).toBe('none')
    await expect.poll(differing, SETTLING).toEqual(NOTHING)
    expect(await ended(run('--compare'))).toEqual({
      code: 0,
      output: `${ASSETS} assets were worked out from history.\nAll summaries were as they should be.\n`,
    })
  },
  LIMIT,
)
