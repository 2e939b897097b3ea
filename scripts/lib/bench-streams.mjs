import { Agent, get } from 'node:http'
import { pathToFileURL } from 'node:url'
import { percentile, sendFor } from './bench-load.mjs'
import { residentMb } from './bench-memory.mjs'
import { withProduct } from './bench-product.mjs'
import { at } from './paths.mjs'

const PEOPLE = 5
const SESSIONS = 20
const STREAMS_OF_SESSION = 10
const STREAMS = PEOPLE * SESSIONS * STREAMS_OF_SESSION
/** Load of 5,000 assets that report every two minutes: 40 positions a second, one request each. */
const CONNECTIONS = 8
const PAUSE_MS = 200
const SENDING_MS = 30_000
/** Time for the last events to arrive after sending ends. */
const SETTLE_MS = 3_000
/** Number of streams for each one whose events are read; the events of the others are only counted. */
const READ = 20
const EVENT = 'event: asset.location\n'

/** Measures a thousand streams of a hundred sessions while positions arrive. @returns {Promise<string[]>} lines */
export const benchLiveStreams = () =>
  withProduct({ WARDTRACK_TRUST_PROXY: '1' }, async (product) => {
    const sessions = await makeSessions(product)
    const before = await residentMb(product.pids.product)
    const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
    const from = performance.now()
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, (_, n) =>
        openStream(`${product.url}/api/live`, sessions[n % sessions.length], agent, n < READ),
      ),
    )
    const openedMs = performance.now() - from
    const open = await residentMb(product.pids.product)
    let accepted = 0
    const { times, seconds } = await sendFor({
      url: `${product.url}/location/api/ingest/locations`,
      key: product.key,
      connections: CONNECTIONS,
      ms: SENDING_MS,
      pause: PAUSE_MS,
      next: nextPosition(),
      check: (answer) => {
        accepted += JSON.parse(answer).accepted
      },
    })
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const after = await residentMb(product.pids.product)
    for (const stream of streams) stream.close()
    agent.destroy()
    const delays = streams.flatMap((stream) => stream.delays)
    const incomplete = streams.filter((stream) => stream.events() !== accepted).length
    const resets = streams.reduce((sum, stream) => sum + stream.resets(), 0)
    const isWhole = incomplete === 0 && resets === 0
    const ms = (share) => Math.round(percentile(delays, share))
    return [
      `${STREAMS} live streams of ${sessions.length} sessions, opened within ${(openedMs / 1000).toFixed(1)} s`,
      `${accepted} positions in ${Math.round(seconds)} s, each to every stream: ${Math.round((accepted * STREAMS) / seconds)} events/s sent`,
      `${incomplete} streams did not get all of them, ${resets} had to ask for everything again ${isWhole ? 'ok' : 'MISSED'}`,
      `from the push to a stream: median ${ms(0.5)} ms, p95 ${ms(0.95)} ms, longest ${ms(1)} ms; answers p95 ${Math.round(percentile(times, 0.95))} ms`,
      `memory of the services: ${before} MB before, ${open} MB with the streams, ${after} MB at the end`,
    ]
  })

/**
 * Creates the next position. Every asset reports in turn, later each time, so that no position replaces another
 * quickly.
 */
function nextPosition() {
  let count = 0
  return () => {
    const n = count++
    const item = { provider: 'centrak', tagId: `T-${n % 1_000}`, mapId: `map-${n % 10}`, x: n % 100, y: 1 }
    return Buffer.from(JSON.stringify({ ...item, time: new Date().toISOString() }))
  }
}

/** Returns the headers of sessions of people who may see everything. */
async function makeSessions({ signIn, password }) {
  const { PAGES } = await import(pathToFileURL(at('packages/contracts/dist/index.js')))
  const { client: admin } = await signIn('admin')
  const privilegeName = 'May see everything'
  await admin.call('addPrivilege', { body: { privilegeName, description: 'every page', routes: [...PAGES] } })
  const headers = []
  for (let person = 0; person < PEOPLE; person += 1) {
    const username = `watcher ${person}`
    const once = `${password} for one time`
    const body = { username, password: once, privileges: [privilegeName], patientDataAccess: false }
    await admin.call('createUser', { body })
    const first = await signIn(username, once)
    await first.client.call('changePassword', { body: { currentPassword: once, newPassword: password } })
    headers.push(first.headers)
    while (headers.length < (person + 1) * SESSIONS) headers.push((await signIn(username)).headers)
  }
  return headers
}

/** Opens a stream and resolves when it has begun. */
function openStream(url, headers, agent, isRead) {
  let events = 0
  let resets = 0
  let pending = ''
  const delays = []
  const read = (text) => {
    pending += text
    const end = pending.lastIndexOf('\n\n')
    if (end < 0) return
    for (const block of pending.slice(0, end).split('\n\n')) {
      if (block.includes('event: reset')) resets += 1
      if (!block.includes(EVENT)) continue
      events += 1
      if (isRead) delays.push(Date.now() - timeOf(block))
    }
    pending = pending.slice(end + 2)
  }
  return new Promise((resolve, reject) => {
    const streamRequest = get(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a stream was answered ${answer.statusCode}`))
      answer.setEncoding('utf8')
      answer.once('data', () =>
        resolve({ delays, events: () => events, resets: () => resets, close: () => streamRequest.destroy() }),
      )
      answer.on('data', read)
      answer.on('error', () => undefined)
    })
    streamRequest.on('error', reject)
  })
}

const timeOf = (block) => Date.parse(JSON.parse(/^data: (.*)$/m.exec(block)[1]).CurrentLocation.time)
