import { pathToFileURL } from 'node:url'
import { startListening } from '../../lib/bench-children.mjs'
import { at } from '../../lib/paths.mjs'
import { fillReportStore } from './store.mjs'

const PASSWORD = 'correct horse battery staple'
const START_MS = 120_000

/**
 * Starts a product on a store with the given number of days, and signs in as somebody who may see everything.
 * @returns {Promise<{ running: object, url: string, headers: Record<string, string>, filled: object, customReport:
 * string }>}
 */
export async function startReportProduct({ dir, assets, days }) {
  const filled = await fillReportStore({ dir, count: assets, days })
  const env = {
    PORT: '0',
    WARDTRACK_DATA_DIR: dir,
    WARDTRACK_DEMO: 'off',
    WARDTRACK_ADMIN_PASSWORD: PASSWORD,
    // One session sends requests without a pause here, as no person does.
    WARDTRACK_SESSION_WORK_SECONDS: '600',
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
  }
  const running = await startListening('apps/standalone/dist/main.js', env, [], START_MS)
  try {
    const { url } = running
    const headers = await signIn(url)
    return { running, url, headers, filled, customReport: await composeReport(url, headers) }
  } catch (error) {
    await running.stop()
    throw error
  }
}

async function signIn(url) {
  const { PAGES } = await import(pathToFileURL(at('packages/contracts/dist/index.js')))
  const json = { 'content-type': 'application/json' }
  const body = { username: 'admin', password: PASSWORD, authenticationMethod: 'Password' }
  const answer = await post(`${url}/api/user/verify`, json, body)
  const headers = { ...json, authorization: `Bearer ${answer.AccessToken}` }
  const privilege = { privilegeName: 'May see everything', description: 'every page', routes: PAGES }
  // A store from an earlier run has the privilege already.
  await post(`${url}/api/privilege/addPrivilege`, headers, privilege).catch(() => undefined)
  return headers
}

/** Sends a body and returns the answer. */
export async function post(url, headers, body) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const content = await response.json()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${content.message}`)
  return content
}

async function composeReport(url, headers) {
  const report = {
    Name: 'Bench',
    Description: 'A report of the bench',
    Subject: 'Equipment',
    Type: 'List',
    Fields: ['AssetName', 'SerialNo', 'PrimaryCategory', 'BatteryLevel'],
    share: 'None',
  }
  const { data: made } = await post(`${url}/api/custom.createCustomReport`, headers, report)
  return made._id
}
