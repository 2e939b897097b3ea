import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { QUERIES } from './bench/list-queries.mjs'
import { withLists } from './bench/list-service.mjs'

const SIZES = [10_000, 200_000]
const REQUESTS = 60
const WARM_UP = 5

/**
 * Measures the lists at several numbers of assets, each on a fresh store and service on loopback.
 * @param {{ sizes?: number[], requests?: number, only?: string, say?: (line: string) => void }} options `only`: part
 * of the names of the queries to measure
 * @returns {Promise<{ sizes: number[], rows: { name: string, p95: number[], medians: number[], ratio: number }[] }>}
 * 95th percentile and median of each query in milliseconds, at each size. `ratio`: median of the largest size divided
 * by that of the smallest. Percentiles are unsuitable for it: short disturbances of the machine dominate them.
 */
export async function benchLists({ sizes = SIZES, requests = REQUESTS, only = '', say = () => {} } = {}) {
  const queries = QUERIES.filter(({ name }) => name.includes(only))
  if (queries.length === 0) throw new Error(`No query is called anything with '${only}'.`)
  const times = await withAll(sizes, say, (services) => measure(services, queries, requests))
  const rows = queries.map(({ name }, index) => {
    const p95 = times.map((ofSize) => percentile(ofSize[index], 0.95))
    const medians = times.map((ofSize) => percentile(ofSize[index], 0.5))
    return { name, p95, medians, ratio: medians.at(-1) / medians[0] }
  })
  return { sizes, rows }
}

async function withAll([size, ...others], say, work, open = []) {
  if (size === undefined) return work(open)
  return withLists(size, say, (service) => withAll(others, say, work, [...open, service]))
}

/** Rounds and sizes alternate, so that a slow moment of the machine affects all of them alike. */
async function measure(services, queries, requests) {
  const times = services.map(() => queries.map(() => []))
  for (const service of services)
    for (const query of queries) {
      if (query.first) await request(service, query.first.store.path, query.first.store.body)
      for (let n = 0; n < WARM_UP; n += 1) await ask(service, query, n + 1000)
    }
  for (let n = 0; n < requests; n += 1)
    for (const [index, query] of queries.entries())
      for (const [size, service] of services.entries()) times[size][index].push(await ask(service, query, n))
  return times
}

/** Returns the milliseconds until the answer arrived. */
async function ask(service, query, n) {
  const started = performance.now()
  const { data } = query.first ? await request(service, query.first.path) : {}
  const beside = query.beside?.(n)
  await Promise.all([
    request(service, query.path(n, service.assets), query.body(n, data)),
    ...(beside ? [request(service, beside.path, beside.body)] : []),
  ])
  return performance.now() - started
}

async function request({ url, headers }, path, body) {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(url + path, { headers, ...sent })
  const content = await answer.json()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${content.message}`)
  return content
}

function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]
}

/** Formats the measurements as a table of fixed width. */
export function tableOf({ sizes, rows }) {
  const counts = sizes.map((size) => size.toLocaleString('en'))
  const head = [
    'ms',
    ...counts.map((count) => `p95 ${count}`),
    ...counts.map((count) => `median ${count}`),
    'ratio',
  ]
  const lines = rows.map(({ name, p95, medians, ratio }) => [
    name,
    ...[...p95, ...medians].map((ms) => ms.toFixed(1)),
    ratio.toFixed(2),
  ])
  return [head, ...lines]
    .map(([first, ...rest]) => first.padEnd(44) + rest.map((cell) => cell.padStart(16)).join(''))
    .join('\n')
}

/** `node scripts/bench-lists.mjs [--sizes 10000,50000] [--requests 60] [--only NAME] [--json]` */
async function main() {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: SIZES.join() },
      requests: { type: 'string', default: String(REQUESTS) },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const result = await benchLists({
    sizes: values.sizes.split(',').map(Number),
    requests: Number(values.requests),
    only: values.only,
    say: values.json ? undefined : console.log,
  })
  console.log(values.json ? JSON.stringify(result) : tableOf(result))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
