import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOG_SERVICES } from '@wardtrack/contracts'
import { type Client, createClient } from '@wardtrack/contracts/client'
import { DEMO_SEED, demoHospital, simulatedHours } from '@wardtrack/demo-hospital'
import { spawnTestService, type TestProcess } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestsNaming } from '../testing/requests-naming.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const PASSWORD = 'bright corridor lamp'
const KEY = 'the-ingestion-key-of-this-test'
/** `WARDTRACK_FAULTS` requests a whole day; a short run takes an hour and fewer patients. */
const IS_LONG_RUN = process.env['WARDTRACK_FAULTS'] === 'long'
/** The simulated time before the logs are read, and its share of events. */
const DAY = { seed: DEMO_SEED, hours: IS_LONG_RUN ? 24 : 1, rate: 0.5 }
/** Number of patients whose names are put into every request. */
const NAMED_PATIENTS = IS_LONG_RUN ? 2 : 1
/** Sending a day and making every call a dozen times takes minutes, and longer on a shared machine. */
const TEST_MS = IS_LONG_RUN ? 900_000 : 480_000

/** The demo is seeded during the start. */
const START_MS = 300_000

let dataDir: string
let product: TestProcess
let client: Client
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-demo-logs-'))
  product = await spawnTestService(MAIN, {
    WARDTRACK_DATA_DIR: dataDir,
    WARDTRACK_ADMIN_USERNAME: 'admin',
    WARDTRACK_ADMIN_PASSWORD: PASSWORD,
    WARDTRACK_INGEST_KEY: KEY,
    WARDTRACK_DEMO_HISTORY: 'off',
    // Logs everything that can be logged.
    WARDTRACK_LOG_LEVEL: 'debug',
    // One session makes all calls as fast as possible. With the usual share of the process it would mostly wait.
    WARDTRACK_SESSION_WORK_SECONDS: '6000',
    WARDTRACK_SESSION_ANSWER_MB: '10000',
  })
  const bases = {
    api: `${product.url}/api`,
    location: `${product.url}/location/api`,
    status: `${product.url}/status/api`,
    root: product.url,
  }
  const body = { username: 'admin', password: PASSWORD, authenticationMethod: 'Password' as const }
  token = (await createClient({ bases }).call('verify', { body })).AccessToken
  client = createClient({ bases, headers: () => ({ authorization: `Bearer ${token}` }) })
}, START_MS)
afterAll(async () => {
  await product.kill()
  // Store and simulator end by themselves after the kill, and may still write.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

/** A patient of the demo, and the patient's tags. */
type Patient = { AssetId: string; AssetName: string; tagIds: string[] }

async function patientsOfTheDemo(): Promise<Patient[]> {
  const { assets, maxAssets } = await client.call('assetsFilter', {
    query: { pagesize: 500 },
    body: { AssetType: 'Patient' },
  })
  expect(assets).toHaveLength(maxAssets)
  return assets.map(({ AssetId, Fields, LocationTags }) => ({
    AssetId,
    AssetName: String(Fields['AssetName']),
    tagIds: LocationTags.map(({ TagId }) => TagId),
  }))
}

/** Sends all events of the simulated time without delays. */
async function tellDay(): Promise<number> {
  const startMs = Date.now() - DAY.hours * 3_600_000
  let sent = 0
  for (const { path, items } of simulatedHours(demoHospital(), { ...DAY, startMs })) {
    const answer = await send(path, JSON.stringify(items), 'application/json')
    expect(answer.status).toBe(200)
    sent += items.length
  }
  return sent
}

/** Sends a request and ignores its answer. */
const send = (path: string, body: string | FormData, type?: string) =>
  fetch(product.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${path.includes('/ingest/') ? KEY : token}`,
      ...(type ? { 'content-type': type } : {}),
    },
    body,
  })

/** Provokes every refusal and failure that contains the name of a patient. */
async function provoke({ AssetId, AssetName }: Patient): Promise<void> {
  const item = { AssetType: 'Patient', AssetId, AssetName, [`${AssetName}:`]: AssetName }
  const json = 'application/json'
  const form = new FormData()
  form.append('operation', 'importCsv')
  form.append('format', 'csv')
  form.append('file', new Blob([`AssetType,AssetId\nPatient,"${AssetName}`]), `${AssetName}.csv`)
  const answers = await Promise.all([
    send('/api/ingest/assets', JSON.stringify([item]), json),
    send('/api/ingest/assets', `[{"AssetName":"${AssetName}"`, json),
    send('/location/api/ingest/locations', JSON.stringify([{ ...item, mapId: AssetName, x: 1, y: 1 }]), json),
    send('/status/api/ingest/device-status', JSON.stringify([{ ...item, DeviceStatus: AssetName }]), json),
    send('/api/assets.filter', JSON.stringify({ search: AssetName }), json),
    send('/api/assets.filter', JSON.stringify({ [`Fields.${AssetName}`]: AssetName }), json),
    send('/api/asset.importCsv', JSON.stringify({ header: ['AssetType', AssetName], fields: [[]] }), json),
    send('/api/imports', form),
    send('/api/user/verify', JSON.stringify({ username: AssetName, password: AssetId }), json),
    fetch(`${product.url}/api/${encodeURIComponent(AssetName)}?id=${AssetId}`),
    fetch(`${product.url}/api/assets.getById?assetType=Patient&assetId=${AssetId}`),
  ])
  expect(answers.every(({ status }) => status < 500)).toBe(true)
}

/**
 * Makes every call with a text in each of its inputs, several calls at a time.
 * @returns the calls that failed internally or were rejected by throttling
 */
async function nameEverywhere(text: string): Promise<string[]> {
  const requests = requestsNaming(text)
  const failed: string[] = []
  const next = async (): Promise<void> => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const { call, path, isPush, init } = request
      const authorization = `Bearer ${isPush ? KEY : token}`
      const answer = await fetch(product.url + path, {
        ...init,
        headers: { ...init.headers, authorization },
      })
      await answer.arrayBuffer()
      // Status 429 means that the call did not run.
      if (answer.status >= 500 || answer.status === 429) failed.push(`${call}: ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, next))
  return failed
}

/** Returns the files of all logs, and the product's answers about each log, as one text. */
async function everyLog(): Promise<string> {
  const dir = join(dataDir, 'var', 'uploads', 'logs')
  const names = (await readdir(dir)).filter((name) => name.endsWith('.log'))
  const files = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')))
  const handedOut: string[] = []
  // Runs sequentially, because a session may only have a few calls at a time.
  for (const service of LOG_SERVICES) {
    handedOut.push(await (await client.open('downloadLog', { params: { service } })).text())
    handedOut.push(
      JSON.stringify(await client.call('providerLog', { params: { name: service } }).catch(String)),
    )
  }
  expect(names).toEqual(expect.arrayContaining(['core.log', 'location.log']))
  return [...files, ...handedOut].join('')
}

/** Returns the patients that a text mentions. */
const mentionedIn = (text: string, patients: readonly Patient[]): Patient[] =>
  patients.filter(({ AssetId, AssetName, tagIds }) =>
    [AssetId, AssetName, encodeURIComponent(AssetName), ...tagIds].some((value) => text.includes(value)),
  )

describe('a day of the demo hospital with all calls and full logging', () => {
  test(
    'leaves no name, id or tag of a patient in any log',
    async () => {
      const patients = await patientsOfTheDemo()
      expect(patients.length).toBeGreaterThan(50)
      expect(patients.every(({ tagIds }) => tagIds.length > 0)).toBe(true)
      expect(await tellDay()).toBeGreaterThan(DAY.hours * 1_250)
      for (const patient of patients.slice(0, NAMED_PATIENTS)) {
        await provoke(patient)
        const { AssetId, AssetName, tagIds } = patient
        for (const text of [AssetName, AssetId, ...tagIds]) expect(await nameEverywhere(text)).toEqual([])
      }
      const text = await everyLog()
      for (const level of [20, 30, 40]) expect(text).toContain(`"level":${level}`)
      expect(text).toContain('request answered')
      expect(mentionedIn(text, patients)).toEqual([])
    },
    TEST_MS,
  )
})
