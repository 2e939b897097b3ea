// Measures expressions of providers in their sandbox (docs/adr/0057): items a second on one core, and the resident
// memory of the process for 1, 10 and 50 providers. With `against`, another built working copy is measured in turn
// with this one, so that a busy machine affects both alike. The bench uses processor time, which other work on the
// machine does not lengthen. It needs Linux, whose /proc provides both figures.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median } from './lib/bench-load.mjs'
import { ROOT } from './lib/paths.mjs'

const RUNNER = 'packages/ingestion/dist/provider-format/format-runner.js'
const SMALL = 'seen.{ "tagId": tag, "mapId": floor, "x": at[0], "y": at[1] }'
/** Items in a push. */
const SIZES = [1, 10, 100, 1_000]
const ITEMS_A_SLICE = 4_000
/** Minimum small items a second on one core, in pushes of 100. */
const TARGET = 3_000
const PROVIDERS = [1, 10, 50]
/** Clock ticks a second in /proc. */
const TICKS = 100
const LIMITS = { timeMs: 20_000 }

/**
 * Runs the bench.
 * @param {{ rounds?: number, against?: string }} options
 * @returns {Promise<{ speeds: object[], memory: object[] }>}
 */
export async function benchExpressions({ rounds = 5, against } = {}) {
  const copies = [{ name: 'this', root: ROOT }, ...(against ? [{ name: 'other', root: against }] : [])]
  for (const copy of copies) {
    const { createFormatRunner } = await import(pathToFileURL(join(copy.root, RUNNER)).href)
    copy.create = () => createFormatRunner({ processes: 1, limits: LIMITS })
  }
  // The processes that evaluate do not keep this process running.
  const running = setInterval(() => undefined, 1_000)
  try {
    return { speeds: await measureSpeeds(copies, rounds), memory: await measureMemory(copies) }
  } finally {
    clearInterval(running)
  }
}

async function measureSpeeds(copies, rounds) {
  const running = []
  for (const { name, create } of copies) running.push(await startRunner(name, create))
  const rows = []
  for (const size of SIZES) {
    const rates = Object.fromEntries(running.map(({ name }) => [name, []]))
    for (const copy of running) await copy.itemsPerSecond(size)
    for (let round = 0; round < rounds; round += 1)
      for (const copy of round % 2 === 0 ? running : running.toReversed())
        rates[copy.name].push(await copy.itemsPerSecond(size))
    const ratios = rates.other?.map((rate, index) => rates.this[index] / rate)
    rows.push({ size, rates, ...(ratios ? { ratio: median(ratios) } : {}) })
  }
  for (const { close } of running) await close()
  return rows
}

async function startRunner(name, create) {
  const before = childPids()
  const runner = create()
  const push = (lane, body) => runner.run({ lane, expression: SMALL, body, isLines: false })
  await push('provider-0', bodyOf(1))
  const pid = childPids().find((child) => !before.includes(child))
  return {
    name,
    push,
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024,
    itemsPerSecond: async (size) => {
      const body = bodyOf(size)
      const pushes = Math.ceil(ITEMS_A_SLICE / size / (size === 1 ? 4 : 1))
      const ticks = processorTicks(pid)
      for (let count = 0; count < pushes; count += 1) {
        const { items } = await push('provider-0', body)
        if (items?.length !== size) throw new Error('a push did not become its items')
      }
      return (pushes * size) / (Math.max(1, processorTicks(pid) - ticks) / TICKS)
    },
    close: () => runner.close(),
  }
}

async function measureMemory(copies) {
  const rows = []
  for (const providers of PROVIDERS) {
    const row = { providers }
    for (const { name, create } of copies) {
      const runner = await startRunner(name, create)
      for (let round = 0; round < 3; round += 1)
        for (let lane = 0; lane < providers; lane += 1) await runner.push(`provider-${lane}`, bodyOf(100))
      row[name] = runner.residentMb()
      await runner.close()
    }
    rows.push(row)
  }
  return rows
}

const bodyOf = (size) =>
  JSON.stringify({
    seen: Array.from({ length: size }, (_, n) => ({ tag: `T-${n}`, floor: 'floor-1', at: [n / 10, 8.5] })),
  })

/** Returns the processes that this one started. */
const childPids = () =>
  readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

/** Returns the processor time of a process, in ticks. */
function processorTicks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Formats the figures as text. */
export function linesOf({ speeds, memory }) {
  const lines = speeds.map(({ size, rates, ratio }) => {
    const rate = Math.round(median(rates.this))
    const other = rates.other
      ? `, the other copy ${Math.round(median(rates.other))}, ratio ${ratio.toFixed(2)}`
      : ''
    const target = size === 100 ? ` (${rate >= TARGET ? 'reached' : 'missed'} ${TARGET})` : ''
    return `P21  pushes of ${String(size).padStart(4)} items: ${rate} items/s of one core${target}${other}`
  })
  const resident = memory.map(({ providers, this: own, other }) => {
    const beside = other === undefined ? '' : `, the other copy ${Math.round(other)} MB`
    return `P21  ${String(providers).padStart(2)} providers: ${Math.round(own)} MB resident${beside}`
  })
  return [...lines, ...resident].join('\n')
}
