#!/usr/bin/env node
// `npm run topology -- --copies 2 --redis redis://127.0.0.1:6379`: runs the product of a larger hospital on one machine.
// Each of the three services runs in several processes, on one embedded store (or the MongoDB of MONGODB_URI), behind a
// small proxy. With `--whole`, each process runs the whole product instead. A process that ends is restarted, as by
// systemd or an orchestrator. PORT and WARDTRACK_DATA_DIR set the port and the data directory.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve as resolvePath } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { createProxy } from './lib/topology-proxy.mjs'

const SERVICES = { api: '/api', location: '/location/api', status: '/status/api' }
/** Addresses of the api besides its base: stored images, logs, health, the settings calls' second address. */
const API_PATHS = ['/var', '/uploads', '/health', '/metrics', '/settings']
/** Older addresses of a call of the location service. */
const LOCATION_PATHS = ['/api/geofence/get', '/geofence/get']
/** The product in one process answers all addresses, and serves the console itself. */
const WHOLE = { standalone: '' }
const RESTART_MS = 300
const STOP_MS = 12_000

const { values } = parseArgs({
  options: {
    copies: { type: 'string', default: '2' },
    redis: { type: 'string' },
    whole: { type: 'boolean' },
    built: { type: 'boolean' },
  },
})
const copies = Number(values.copies)
if (!Number.isInteger(copies) || copies < 1 || copies > 8) {
  console.error('--copies is a number from 1 to 8.')
  process.exit(1)
}
if (!values.built) {
  await ensureInstalled()
  if ((await ensureBuilt('all')) !== 0) process.exit(1)
}
const root = resolvePath(import.meta.dirname, '..')
const dir = resolvePath(process.env.WARDTRACK_DATA_DIR ?? 'data-topology')
mkdirSync(dir, { recursive: true })
const { freePort } = await import('../packages/service-kit/dist/testing/free-port.js')
const store = await openStore()
const settings = {
  JWT_SECRET: secret('jwt'),
  ENCRYPTION_KEY: secret('encryption'),
  ...process.env,
  MONGODB_URI: store.uri,
  WARDTRACK_DATA_DIR: dir,
  WARDTRACK_TRUST_PROXY: '1',
  ...(values.whole ? { WARDTRACK_DEMO: 'off' } : {}),
  ...(values.redis ? { REDIS_URL: values.redis } : {}),
}
const running = []
let stopping = false
const upstreams = () =>
  running.flatMap(({ bases, port, ready }) => (ready ? bases.map((base) => ({ base, port })) : []))
const proxy = createProxy(upstreams, join(root, 'apps/web/dist'))
// Registered before the first process starts, so that a stop during the start leaves no process behind.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop())

for (const [service, base] of Object.entries(values.whole ? WHOLE : SERVICES))
  for (let copy = 1; copy <= copies; copy += 1)
    running.push({
      name: `${service}-${copy}`,
      service,
      bases: basesOf(service, base),
      port: await freePort(),
    })
// The first process of a fresh store creates the first account.
const [first, ...others] = running
await start(first)
await Promise.all(others.map(start))

proxy.listen(Number(process.env.PORT ?? 8080), process.env.HOST ?? '127.0.0.1', () => {
  const { address, port } = proxy.address()
  console.log(`ready on http://${address}:${port}`)
})

function basesOf(service, base) {
  const more = { api: API_PATHS, location: LOCATION_PATHS }
  return [base, ...(more[service] ?? [])]
}

/** Opens the store that all processes share: a new embedded one, unless another is named. */
async function openStore() {
  const uri = process.env.MONGODB_URI
  if (uri) return { uri, close: async () => undefined }
  mkdirSync(join(dir, 'store'), { recursive: true })
  const { spawnEmbeddedMongo } = await import('../packages/embedded-mongo/dist/index.js')
  return spawnEmbeddedMongo({ dataDir: join(dir, 'store') })
}

/** Starts a process, and restarts it whenever it ends. Resolves when it listens for the first time. */
function start(entry) {
  return new Promise((resolve) => {
    if (stopping) return
    const child = spawn(process.execPath, [join(root, 'apps', entry.service, 'dist/main.js')], {
      env: { ...settings, PORT: String(entry.port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    entry.child = child
    child.stdout.on('data', (text) => {
      for (const line of String(text).split('\n')) {
        if (line.startsWith('Sign in as')) console.log(line)
        if (!line.startsWith('ready on')) continue
        entry.ready = true
        console.log(`${entry.name} pid ${child.pid} on port ${entry.port}`)
        resolve()
      }
    })
    child.on('exit', () => {
      entry.ready = false
      if (!stopping) setTimeout(() => void start(entry).then(resolve), RESTART_MS)
    })
  })
}

async function stop() {
  if (stopping) return
  stopping = true
  proxy.closeAllConnections()
  proxy.close()
  const children = running.flatMap(({ child }) => (child ? [child] : []))
  const ended = children.map(
    (child) =>
      new Promise((resolve) =>
        child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(),
      ),
  )
  for (const child of children) child.kill('SIGTERM')
  const late = setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), STOP_MS)
  await Promise.all(ended)
  clearTimeout(late)
  await store.close()
  process.exit(0)
}

/** Returns a secret that every process shares and the next start finds again. */
function secret(name) {
  const file = join(dir, `${name}-secret`)
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}
