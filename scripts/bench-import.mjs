// Measures the import of a large file (docs/performance.md). The built product runs with its embedded store on an
// empty data directory. The file is uploaded as the console does, and the memory of the process is sampled during the
// job.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startListening } from './lib/bench-children.mjs'
import { processorMs } from './lib/bench-cpu.mjs'

const ROWS = 100_000
const MAX_SECONDS = 60
const MAX_MB = 200
const PASSWORD = 'bright corridor lamp'
const SAMPLE_MS = 100

/**
 * @param {number} pid
 * @returns {number} resident memory of the process in megabytes
 */
const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** @type {Record<string, (rows: number) => string>} */
const FILES = {
  csv: (rows) => {
    const lines = Array.from(
      { length: rows },
      (_, n) => `Equipment,E-${n},Infusion pump ${n},S-${n},Pump,Ward ${n % 40},${n % 7},loan`,
    )
    return `AssetType,AssetId,Asset Name,Serial No,Primary Category,Home,Shelf,CustomTags\n${lines.join('\n')}\n`
  },
  xml: (rows) => {
    const lines = Array.from(
      { length: rows },
      (_, n) =>
        `<r><AssetType>Equipment</AssetType><AssetId>X-${n}</AssetId><AssetName>Infusion pump ${n}</AssetName><SerialNo>S-${n}</SerialNo><PrimaryCategory>Pump</PrimaryCategory><Home>Ward ${n % 40}</Home></r>`,
    )
    return `<rows>${lines.join('\n')}</rows>`
  },
  json: (rows) =>
    JSON.stringify(
      Array.from({ length: rows }, (_, n) => ({
        AssetType: 'Equipment',
        AssetId: `J-${n}`,
        AssetName: `Infusion pump ${n}`,
        SerialNo: `S-${n}`,
        PrimaryCategory: 'Pump',
        Home: `Ward ${n % 40}`,
      })),
    ),
}

/**
 * Imports a file of each format, one after the other.
 * @param {{ rows?: number, formats?: string[], nodeOptions?: string[] }} options rows of each file, the formats in
 * their order, and options of Node for the product
 */
export async function benchImport({ rows = ROWS, formats = Object.keys(FILES), nodeOptions = [] } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'wardtrack-bench-import-'))
  const env = {
    PORT: '0',
    WARDTRACK_DATA_DIR: dir,
    WARDTRACK_DEMO: 'off',
    WARDTRACK_ADMIN_PASSWORD: PASSWORD,
    // Set as by `npm start` and the systemd units of an installation (docs/performance.md).
    MALLOC_ARENA_MAX: '2',
  }
  const product = await startListening('apps/standalone/dist/main.js', env, nodeOptions)
  try {
    const ask = await signIn(product.url)
    const figures = []
    for (const format of formats)
      figures.push({
        format,
        rows,
        ...(await importOne(ask, product.pid, format, FILES[format]?.(rows) ?? '')),
      })
    return figures
  } finally {
    await product.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** @param {string} url */
async function signIn(url) {
  /** @type {Record<string, string>} */
  const headers = {}
  /** @type {(path: string, body?: object | FormData) => Promise<any>} */
  const ask = async (path, body) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { AccessToken } = await ask('/user/verify', {
    username: 'admin',
    password: PASSWORD,
    authenticationMethod: 'Password',
  })
  headers['authorization'] = `Bearer ${AccessToken}`
  await ask('/privilege/addPrivilege', {
    privilegeName: 'May import',
    description: 'imports',
    routes: ['/device-import'],
  })
  return ask
}

/**
 * @param {(path: string, body?: object | FormData) => Promise<any>} ask
 * @param {number} pid
 * @param {string} format
 * @param {string} content
 */
async function importOne(ask, pid, format, content) {
  const form = new FormData()
  form.append('operation', 'importCsv')
  form.append('format', format)
  form.append('file', new Blob([content]), `bench.${format}`)
  const before = residentMb(pid)
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid))
  }, SAMPLE_MS)
  const processor = processorMs(pid)
  const started = performance.now()
  const { id, columns } = (await ask('/imports', form)).data
  const read = performance.now()
  const job = (await ask(`/imports/${id}/start`, { columns })).data
  let state = 'running'
  while (state === 'running') {
    await sleep(SAMPLE_MS)
    state = (await ask(`/jobs/${job.id}`)).data.state
  }
  clearInterval(timer)
  const { run } = (await ask(`/imports/${id}`)).data
  if (state !== 'done' || run.refused > 0) throw new Error(`the import ended as ${state}`)
  return {
    readSeconds: (read - started) / 1000,
    seconds: (performance.now() - started) / 1000,
    processorSeconds: (processorMs(pid) - processor) / 1000,
    memoryMb: peak - before,
  }
}

/** @param {Awaited<ReturnType<typeof benchImport>>} figures */
export const tableOf = (figures) =>
  [
    '| format | rows | upload and reading | all of it | processor | memory added |',
    '|---|---|---|---|---|---|',
    ...figures.map(
      ({ format, rows, readSeconds, seconds, processorSeconds, memoryMb }) =>
        `| ${format} | ${rows} | ${readSeconds.toFixed(1)} s | ${seconds.toFixed(1)} s (at most ${MAX_SECONDS}) | ${processorSeconds.toFixed(1)} s | ${memoryMb.toFixed(0)} MB (at most ${MAX_MB}) |`,
    ),
  ].join('\n')
