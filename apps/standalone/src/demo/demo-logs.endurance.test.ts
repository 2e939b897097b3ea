import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@wardtrack/contracts/client'
import { spawnTestService, type TestProcess } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const PASSWORD = 'bright corridor lamp'
const KEY = 'the-ingestion-key-of-this-test'
/** How long the simulator moves the hospital's patients before its logs are read. */
const RUN_MS = 2_000

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
  })
  const bases = {
    api: `${product.url}/api`,
    location: `${product.url}/location/api`,
    status: `${product.url}/status/api`,
  }
  const body = { username: 'admin', password: PASSWORD, authenticationMethod: 'Password' as const }
  token = (await createClient({ bases }).call('verify', { body })).AccessToken
  client = createClient({ bases, headers: () => ({ authorization: `Bearer ${token}` }) })
}, 120_000)
afterAll(async () => {
  await product.kill()
  await rm(dataDir, { recursive: true, force: true })
})

type Patient = { AssetId: string; AssetName: string }

async function patientsOfTheDemo(): Promise<Patient[]> {
  const { assets, maxAssets } = await client.call('assetsFilter', {
    query: { pagesize: 500 },
    body: { AssetType: 'Patient' },
  })
  expect(assets).toHaveLength(maxAssets)
  return assets.map(({ AssetId, Fields }) => ({ AssetId, AssetName: String(Fields['AssetName']) }))
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

test('no log of the demo hospital holds the name or the id of a patient', async () => {
  const patients = await patientsOfTheDemo()
  expect(patients.length).toBeGreaterThan(50)
  for (const patient of patients.slice(0, 4)) await provoke(patient)
  await sleep(RUN_MS)
  const dir = join(dataDir, 'var', 'uploads', 'logs')
  const texts = await Promise.all(
    (await readdir(dir))
      .filter((name) => name.endsWith('.log'))
      .map((name) => readFile(join(dir, name), 'utf8')),
  )
  const text = texts.join('')
  expect(text).toContain('request answered')
  const mentioned = patients.filter(
    ({ AssetId, AssetName }) =>
      text.includes(AssetId) || text.includes(AssetName) || text.includes(encodeURIComponent(AssetName)),
  )
  expect(mentioned).toEqual([])
}, 120_000)
