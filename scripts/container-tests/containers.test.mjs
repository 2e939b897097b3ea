import { execFileSync } from 'node:child_process'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PAGES } from '../../packages/contracts/dist/index.js'
import { currentStack, INGEST_KEY } from './stack.mjs'

const stack = currentStack()
// The certificate is the self-signed one of make-secrets.sh.
const agent = new Agent({ rejectUnauthorized: false })
const nameOf = ({ Config }) => Config.Labels['com.docker.compose.service']
const running = () => stack.containers().filter((container) => nameOf(container) !== 'mongodb-init')
const ONES = [
  'api',
  'api',
  'gateway',
  'kafka',
  'location',
  'location',
  'mongodb-1',
  'redis',
  'status',
  'status',
]

/** Sends one request to the gateway. */
const ask = (path, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const sent = request(`${stack.url}${path}`, { agent, method, headers, timeout: 20_000 }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
    })
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer')))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

const post = (path, body, headers = {}) =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

async function listedAssets(session) {
  const { text } = await post('/api/assets.filter?page=1&pagesize=50', {}, session)
  return JSON.parse(text).assets.map(({ AssetId }) => AssetId)
}

async function signIn() {
  const known = { username: 'admin', password: stack.password, authenticationMethod: 'Password' }
  const answer = await post('/api/user/verify', known)
  expect(answer.status).toBe(200)
  return { authorization: `Bearer ${JSON.parse(answer.text).AccessToken}` }
}

async function until(holds) {
  while (!(await holds())) await sleep(1000)
}

test('every container is healthy, and has no root account, capabilities or writable files', () => {
  const containers = running()
  expect(new Set(containers.map(nameOf))).toEqual(new Set(ONES))
  expect(
    containers.map((container) => ({
      name: nameOf(container),
      health: container.State.Health.Status,
      isRoot: /^0?(:|$)/.test(container.Config.User),
      isReadOnly: container.HostConfig.ReadonlyRootfs,
      dropped: container.HostConfig.CapDrop,
    })),
  ).toEqual(
    containers.map((container) => ({
      name: nameOf(container),
      health: 'healthy',
      isRoot: false,
      isReadOnly: true,
      dropped: ['ALL'],
    })),
  )
})

test('containers can read files of a clone that was made with umask 077', () => {
  for (const [service, path] of [
    ['gateway', '/etc/nginx/wardtrack/server.conf'],
    ['gateway', '/usr/share/wardtrack/console/index.html'],
    ['api', '/opt/wardtrack/package.json'],
    ['redis', '/etc/wardtrack/start-redis.sh'],
    ['kafka', '/etc/wardtrack/server.properties'],
  ])
    expect(stack.compose('exec', '-T', service, 'head', '-c', '1', path)).toHaveLength(1)
})

test('the gateway reveals no version to a stranger', async () => {
  for (const path of ['/', '/api/assets.filter', '/health/live', '/metrics', '/%E0%A4%A']) {
    const { headers, text } = await ask(path)
    expect(headers.server ?? 'nginx').toBe('nginx')
    expect(headers['x-powered-by']).toBeUndefined()
    expect(text).not.toMatch(/nginx\/\d/)
  }
})

test('pushed assets through the gateway are listed', async () => {
  const session = await signIn()
  const privilege = { privilegeName: 'May see everything', description: 'every page', routes: PAGES }
  expect((await post('/api/privilege/addPrivilege', privilege, session)).status).toBe(200)
  const pushed = await post('/api/ingest/assets', [{ AssetType: 'Equipment', AssetId: 'PUMP-1' }], {
    authorization: `Bearer ${INGEST_KEY}`,
  })
  expect([pushed.status, JSON.parse(pushed.text).accepted]).toEqual([200, 1])
  expect(await listedAssets(session)).toEqual(['PUMP-1'])
})

test('a killed process restarts, and no request fails meanwhile', async () => {
  const session = await signIn()
  const victim = running().find((container) => nameOf(container) === 'api')
  const statuses = new Set()
  let isAsking = true
  const asking = (async () => {
    while (isAsking) statuses.add((await ask('/api/privilege/getAllowedRoutes', { headers: session })).status)
  })()
  execFileSync('kill', ['-KILL', String(victim.State.Pid)])
  const isBack = () => {
    const now = stack.containers().find(({ Id }) => Id === victim.Id)
    return now.RestartCount > victim.RestartCount && now.State.Health?.Status === 'healthy'
  }
  await until(isBack)
  isAsking = false
  await asking
  expect([...statuses]).toEqual([200])
})

test('the store restarts after it was killed, and keeps the stored data', async () => {
  const victim = running().find((container) => nameOf(container) === 'mongodb-1')
  execFileSync('kill', ['-KILL', String(victim.State.Pid)])
  await until(() => {
    const now = stack.containers().find(({ Id }) => Id === victim.Id)
    return now.RestartCount > victim.RestartCount && now.State.Health?.Status === 'healthy'
  })
  expect(await listedAssets(await signIn())).toEqual(['PUMP-1'])
})
