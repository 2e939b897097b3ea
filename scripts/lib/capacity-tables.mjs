import { planHospitals, planLoads } from './capacity-plan.mjs'

/** Numbers of hospitals in docs/scale.md. */
const HOSPITALS = [1, 10, 100, 1_000]
const SHARES = [0.3, 0.6, 0.8, 0.9, 0.95]
const PROCESSES = 4

const whole = (value) => Math.round(value).toLocaleString('en-US')
const short = (value) => (value < 10 ? value.toFixed(1) : whole(value))
const percent = (value) => `${(value * 100).toFixed(1)} %`

/**
 * Creates the tables of docs/scale.md, as Markdown.
 * @param {typeof import('./capacity-plan.mjs').ASSUMPTIONS} assumed
 * @returns {string}
 */
export function capacityTables(assumed) {
  const plans = HOSPITALS.map((hospitals) => planHospitals(hospitals, assumed))
  /** @type {[name: string, show: (plan: (typeof plans)[number]) => string][]} */
  const rows = [
    ['events a second, mean', ({ mean }) => whole(mean)],
    ['events a second, busiest minute', ({ peak }) => whole(peak)],
    ['processes of the product', ({ processes }) => whole(processes)],
    ['MongoDB shards', ({ shards }) => (shards === 0 ? 'embedded store' : whole(shards))],
    ['disk, TB, copies included', ({ diskTb }) => short(diskTb)],
    [
      'Kafka partitions on brokers',
      ({ partitions, brokers }) => (brokers === 0 ? 'none' : `${whole(partitions)} on ${whole(brokers)}`),
    ],
    ['Redis', ({ hospitals, shards }) => (shards === 0 ? 'none' : whole(hospitals))],
    ['cores', ({ cores }) => whole(cores)],
    ['memory, GB', ({ memoryGb }) => whole(memoryGb)],
    ['cost of a month', ({ month }) => whole(month)],
    ['cost for each hospital', ({ monthOfHospital }) => whole(monthOfHospital)],
    ['a process is busy', ({ processBusy }) => percent(processBusy)],
    ['a shard is busy', ({ storeBusy }) => percent(storeBusy)],
    ['99 % of requests within, ms', ({ p99Ms }) => whole(p99Ms)],
  ]
  const loads = planLoads(PROCESSES, SHARES, assumed)
  return [
    table(
      ['hospitals', ...HOSPITALS.map(whole)],
      rows.map(([name, show]) => [name, ...plans.map(show)]),
    ),
    table(
      ['cores are busy', 'events a second', 'mean, ms', '99 % within, ms'],
      loads.map(({ busy, events, meanMs, p99Ms }) => [
        `${whole(busy * 100)} %`,
        whole(events),
        whole(meanMs),
        whole(p99Ms),
      ]),
    ),
  ].join('\n\n')
}

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
