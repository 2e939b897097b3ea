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
/** `WARDTRACK_FAULTS` asks for a whole day; a short run, which others wait for, takes an hour and fewer patients. */
const IS_LONG_RUN = process.env['WARDTRACK_FAULTS'] === 'long'
/** The time of the hospital that is told before its logs are read, and how much of it. */
const DAY = { seed: DEMO_SEED, hours: IS_LONG_RUN ? 24 : 1, rate: 0.5 }
/** Patients whose names are put into every request there is. */
const NAMED_PATIENTS = IS_LONG_RUN ? 2 : 1
/** A day is sent and every call is made a dozen times: minutes, and more where others use the machine as well. */
const TEST_MS = IS_LONG_RUN ? 900_000 : 480_000

/** The demo is seeded while it starts. */
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
    // Everything that can be logged is.
    WARDTRACK_LOG_LEVEL: 'debug',
    // One session asks everything, as fast as it can: its share of the process would make it wait for most of the run.
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
  // Its store and its simulator end by themselves once it is dead, and may still write.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

/** A patient of the demo, and the tags that tell where the patient is. */
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

/** Everything that the simulator sends in that time, without waiting for it. */
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

/** Sends something and does not mind what comes of it. */
const send = (path: string, body: string | FormData, type?: string) =>
  fetch(product.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${path.includes('/ingest/') ? KEY : token}`,
      ...(type ? { 'content-type': type } : {}),
    },
    body,
  })

/** Everything that is refused or fails with the name of a patient in it. */
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
 * Makes every call there is with a text in each of its places, some at a time.
 * @returns the calls that failed inside, or were not begun
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
      // Too many at once says that the call was not even begun.
      if (answer.status >= 500 || answer.status === 429) failed.push(`${call}: ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, next))
  return failed
}

/** The files of all logs, and what the product hands out of each of them, as one text. */
async function everyLog(): Promise<string> {
  const dir = join(dataDir, 'var', 'uploads', 'logs')
  const names = (await readdir(dir)).filter((name) => name.endsWith('.log'))
  const files = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')))
  const handedOut: string[] = []
  // One after the other: a session may have a few calls at a time.
  for (const service of LOG_SERVICES) {
    handedOut.push(await (await client.open('downloadLog', { params: { service } })).text())
    handedOut.push(
      JSON.stringify(await client.call('providerLog', { params: { name: service } }).catch(String)),
    )
  }
  expect(names).toEqual(expect.arrayContaining(['core.log', 'location.log']))
  return [...files, ...handedOut].join('')
}

/** The patients of whom a text says something. */
const mentionedIn = (text: string, patients: readonly Patient[]): Patient[] =>
  patients.filter(({ AssetId, AssetName, tagIds }) =>
    [AssetId, AssetName, encodeURIComponent(AssetName), ...tagIds].some((value) => text.includes(value)),
  )

describe('a day of the demo hospital, and everything that can be asked, logged as fully as it can be', () => {
  test(
    'no log of the demo hospital holds the name, the id or a tag of a patient',
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
