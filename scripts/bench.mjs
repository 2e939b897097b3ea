// `npm run bench`: runs every measurement of the product, one after the other, on loopback and in temporary folders.
// Only figures of the same run are comparable; on a busy machine a ratio is more useful than a time.
// With names, `npm run bench -- NAME …` runs only those. The option `--rows N` sets the history rows of the larger store of
// `writes`, and of the store of `write-rates`. With `--against DIR`, `writes` and `expressions` compare with another built
// working copy. The option `--sync-ms N` adds milliseconds to each disk sync in `write-rates`. With `--minutes N`,
// `demo-writes` counts, `soak` sends and the receiver of `outage` is unavailable for that time.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { linesOf as alertLines, benchAlerts } from './bench-alerts.mjs'
import { benchDeliveries, linesOf as deliveryLines } from './bench-deliveries.mjs'
import { benchDemoWrites } from './bench-demo-writes.mjs'
import { benchExport, linesOf as exportLines } from './bench-export.mjs'
import { benchExpressions, linesOf as expressionLines } from './bench-expressions.mjs'
import { benchFenceShapes } from './bench-fence-shapes.mjs'
import { benchGeofences, tableOf as geofenceTable } from './bench-geofences.mjs'
import { benchHostileSession, linesOf } from './bench-hostile-session.mjs'
import { benchImport, tableOf as importTable } from './bench-import.mjs'
import { benchIngestion } from './bench-ingestion.mjs'
import { benchLists, tableOf as listTable } from './bench-lists.mjs'
import { benchMap, tableOf as mapTable } from './bench-map.mjs'
import { benchOutage, linesOf as outageLines } from './bench-outage.mjs'
import { benchOverload, linesOf as overloadLines } from './bench-overload.mjs'
import { benchReports, tableOf as reportTable } from './bench-reports.mjs'
import { benchRules, linesOf as ruleLines } from './bench-rules.mjs'
import { benchSoak, linesOf as soakLines } from './bench-soak.mjs'
import { benchWriteRates, benchWrites, tableOf as writesTable } from './bench-writes.mjs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at, ROOT } from './lib/paths.mjs'
import { runCommand } from './lib/run-command.mjs'

const LIVE_SECONDS = 60
/** History rows of the smaller store in comparisons. */
const SMALL_STORE = 100_000
/** Maximum value of an option: this number of rows is 10 GB. */
const MOST = 20_000_000

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string' },
    minutes: { type: 'string' },
    against: { type: 'string' },
    'sync-ms': { type: 'string' },
  },
})
const largeStore = numberOf('rows')
const minutes = numberOf('minutes')
const syncMs = numberOf('sync-ms') ?? 0

/** @type {Record<string, { title: string, named?: true, run: () => Promise<string> }>} */
const PARTS = {
  ingestion: { title: 'Ingestion (P1, P2, P5)', run: ingestion },
  'fence-shapes': {
    title: 'Ingestion with 500 polygons against 500 rectangles (P1); a part of `ingestion`, alone when named',
    named: true,
    run: async () => linesOfRows([await benchFenceShapes()]),
  },
  expressions: {
    title: 'Expressions of providers inside their wall (P21)',
    run: async () =>
      expressionLines(
        await benchExpressions(values.against === undefined ? {} : { against: values.against }),
      ),
  },
  writes: {
    title: 'Single durable events on a store with history (P12, P13)',
    run: async () => {
      const rows = largeStore === undefined ? {} : { rows: [SMALL_STORE, largeStore] }
      const against = values.against === undefined ? {} : { against: values.against }
      return writesTable(await benchWrites({ ...rows, ...against }))
    },
  },
  'write-rates': {
    title:
      'Single durable events a second on a store with history (P12); a part of `writes`, alone when named',
    named: true,
    run: async () =>
      writesTable(
        await benchWriteRates({ syncMs, ...(largeStore === undefined ? {} : { rows: largeStore }) }),
      ),
  },
  'demo-writes': {
    title: 'What the demo hospital writes in 8 hours (P13); 40 minutes, so it is only measured when named',
    named: true,
    run: async () => writesTable(await benchDemoWrites(minutes === undefined ? {} : { minutes })),
  },
  geofences: { title: 'Geofence engine (P3)', run: async () => geofenceTable(await benchGeofences()) },
  alerts: {
    title: 'Alerts: 1,000 positions through 50 overlapping geofences in one request',
    run: async () => alertLines(await benchAlerts()),
  },
  rules: {
    title: 'Ingestion with 5,000 rules against none, and from an event to the bell',
    run: async () => ruleLines(await benchRules()),
  },
  deliveries: {
    title: 'Ingestion with six receivers down against without',
    run: async () => deliveryLines(await benchDeliveries()),
  },
  outage: {
    title: 'A receiver that is away for 5 minutes at 500 positions a second; only measured when named',
    named: true,
    run: async () => outageLines(await benchOutage(minutes === undefined ? {} : { minutes })),
  },
  overload: {
    title: 'Twice the load for a minute (R3), and 1,000 live streams; only measured when named',
    named: true,
    run: async () => overloadLines(await benchOverload()),
  },
  soak: {
    title: 'Memory at 500 positions a second; only measured when named',
    named: true,
    run: async () => soakLines(await benchSoak(minutes === undefined ? {} : { minutes })),
  },
  lists: { title: 'Lists: 10,000 and 200,000 assets', run: async () => listTable(await benchLists()) },
  import: {
    title: 'Import of 100,000 rows: csv, xml, json',
    run: async () => importTable(await benchImport()),
  },
  export: {
    title: 'Export of a list of 200,000 assets',
    run: async () => exportLines(await benchExport()),
  },
  reports: {
    title: 'Reports: 10,000 assets, 9 and 90 days of history; 8 minutes to fill the stores',
    run: async () => reportTable(await benchReports()),
  },
  hostile: {
    title: 'Ingestion beside one client that means harm: filters, patterns, slow bodies, images (R5)',
    run: async () => linesOf(await benchHostileSession()),
  },
  map: { title: 'Map engine: moving markers (P9)', run: async () => mapTable(await benchMap()) },
  live: { title: `Event to browser: 2,000 assets, 500 events/s, ${LIVE_SECONDS} s (P8)`, run: live },
  size: { title: 'Size of the console (P10)', run: size },
}

await ensureInstalled()
if ((await ensureBuilt('all')) !== 0) process.exit(1)
const unknown = names.filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`there is no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}`)
const usual = Object.keys(PARTS).filter((name) => !PARTS[name].named)
for (const name of names.length > 0 ? names : usual) {
  console.log(`\n── ${PARTS[name].title}`)
  console.log(await PARTS[name].run())
}

function numberOf(option) {
  if (values[option] === undefined) return undefined
  const number = Number(values[option])
  if (!Number.isInteger(number) || number < 1 || number > MOST)
    throw new Error(`--${option} needs a whole number`)
  return number
}

async function ingestion() {
  const rectangles = await benchIngestion({ fences: 500 })
  const polygons = await benchIngestion({ fences: 500, layout: 'polygons' })
  return linesOfRows([...(await benchIngestion()), ...rectangles, ...polygons, await benchFenceShapes()])
}

function linesOfRows(rows) {
  return rows
    .map(({ what, id, value, unit, target, ok }) => {
      const shown = `${value >= 100 ? Math.round(value) : value.toFixed(2)} ${unit}`
      return `${id}  ${shown.padEnd(12)} ${ok ? 'reached' : 'missed '}  ${String(target).padStart(6)}  ${what}`
    })
    .join('\n')
}

async function live() {
  const options = ['--assets', '2000', '--rate', '500', '--seconds', String(LIVE_SECONDS)]
  const { events, idle, delay, alert, memory } = JSON.parse(
    await output([at('e2e/dist/main.js'), ...options]),
  )
  return [
    `events accepted ${events.accepted}, stored ${events.stored}, seen in the browser ${events.seen}`,
    `event to browser on an idle system: median ${idle.p50} ms (at most 30), p95 ${idle.p95} ms, longest ${idle.max} ms`,
    `event to browser: median ${delay.p50} ms, p95 ${delay.p95} ms (at most 1,000), longest ${delay.max} ms`,
    `fence entered to alert in the browser: median ${alert.p50} ms, p95 ${alert.p95} ms (at most 1,000), longest ${alert.max} ms`,
    `memory of all processes: ${memory.first.resident} MB resident at the begin, ${memory.last.resident} MB at the end ` +
      `(without file pages ${memory.first.anonymous} and ${memory.last.anonymous})`,
  ].join('\n')
}

async function size() {
  const code = await runCommand('node', ['scripts/size-budget.mjs'])
  return code === 0 ? 'within the budget' : 'over the budget'
}

/** Returns the standard output of a Node program. */
function output(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (piece) => {
      text += piece
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${command[0]} ended with ${code}`)),
    )
  })
}
