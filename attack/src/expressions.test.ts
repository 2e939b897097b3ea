import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, fillParameters } from './addresses.ts'
import { fillHospital, MAP_ID } from './hospital.ts'
import { startProbe } from './progress-probe.ts'
import { attempts, openTarget, type Target } from './target.ts'

// Expressions of a hostile provider: parts of known escapes, never a complete one.

const HONEST =
  'seen.{ "tagId": $string(tag), "mapId": floor, "x": $sum(at), "y": at[1], "eventId": $uppercase(id) }'
const HOSTILE = 'hostile'
const IN_PLACE = '$clone := function($x) { $x };'
const FUNCTIONS = ['$string', '$sum', '$uppercase', '$lookup', '$clone', '$now', 'function($x) { $x }']
const KEYS = [
  'constructor',
  '__proto__',
  'prototype',
  'undefined',
  'implementation',
  'environment',
  'bind',
  'apply',
]
/** Words that answers contain only when an expression has reached the host. */
const OF_HOST = /native code|getBuiltinModule|NODE_|JWT_SECRET|ENCRYPTION_KEY|root:|child_process|\/proc\//

const BLOCKS = [
  ...FUNCTIONS.map((name) => `{ "x": $string($keys($merge($spread(${name})))) }`),
  ...FUNCTIONS.map((name) => `{ "x": $count($spread([${name}]).*) }`),
  ...FUNCTIONS.flatMap((name) =>
    KEYS.map((key) => `(${IN_PLACE} [${name}] ~> | $ | { "${key}": 1 } |; { "x": 1 })`),
  ),
  ...FUNCTIONS.map(
    (name) => `(${IN_PLACE} [${name}] ~> | $ | {}, ["implementation", "signature"] |; { "x": 1 })`,
  ),
  ...KEYS.flatMap((key) => [
    `{ "x": $string($lookup($, "${key}")) }`,
    `{ "x": \`${key}\`.\`${key}\` }`,
    `{ "${key}": { "${key}": $ } }`,
    `$ ~> | $ | { "${key}": { "x": 1 } } |`,
  ]),
  ...['process', 'global', 'globalThis', 'require', 'fetch', 'Date', 'WebAssembly'].map(
    (name) => `{ "x": ${name} }`,
  ),
]
const BOMBS = [
  '($f := function($x) { $f($x + 1) }; $f(1))',
  '($f := function($x) { [$f($x)] }; $f(1))',
  '($f := function($x) { $f($x & $x) }; $f("1234567890"))',
  '{ "x": $pad("a", 1000000000) }',
  '$match($pad("", -50, "b") & "!", /^(b+)+$/)',
  '[1..100000].[1..100000]',
  '('.repeat(9_999),
]

let target: Target
let honestKey: Record<string, string>
let hostileKey: Record<string, string>
beforeAll(async () => {
  target = await openTarget()
  await fillHospital(target)
  honestKey = await addProvider('honest', HONEST)
  hostileKey = await addProvider(HOSTILE, '{}')
})
afterAll(() => target.close())

async function addProvider(name: string, expression: string): Promise<Record<string, string>> {
  const saved = await target.send('POST', addressOf('createSettings'), {
    headers: target.people.admin,
    body: { Type: 'Provider', SubType: name, Fields: { Enabled: true, HierarchyProvider: false } },
  })
  expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
  await saveFormat(name, expression)
  return target.people.makeKey({ name, kind: 'provider', provider: name })
}
async function saveFormat(name: string, expression: string): Promise<number> {
  const address = addressOf('saveProviderFormat').replace('{name}', name).replace('{endpoint}', 'locations')
  const { status } = await target.send('POST', address, {
    headers: target.people.admin,
    body: { expression },
  })
  return status
}
const push = (name: string, headers: Record<string, string>, body: unknown) =>
  target.send('POST', fillParameters(addressOf('ingestProviderLocations'), name), { headers, body })
const preview = (expression: string, sample: unknown = {}) =>
  target.send('POST', addressOf('previewLocations'), {
    headers: target.people.admin,
    body: { provider: HOSTILE, expression, sample: JSON.stringify(sample) },
  })
let count = 0
/** Returns the fault of an answer to a provider that behaves correctly, if any. */
async function probeHonest(): Promise<string | undefined> {
  count += 1
  const seen = [{ tag: `T-${count}`, floor: MAP_ID, at: [1, 2], id: `e${count}` }]
  const { status, body } = await push('honest', honestKey, { seen })
  const { unresolved, accepted, errors } = body as {
    unresolved?: number
    accepted?: number
    errors?: unknown[]
  }
  const isRight = status === 200 && (unresolved ?? 0) + (accepted ?? 0) === 1 && errors?.length === 0
  return isRight ? undefined : `${status} ${JSON.stringify(body)}`
}

/** Returns the processes that evaluate expressions, by their command lines. */
const evaluators = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const isChild =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(target.pid)
        return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('format-process.js')
      } catch {
        // The process has ended meanwhile.
        return false
      }
    })
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

describe('expressions of a hostile provider', () => {
  test('reach nothing of the host, and do not affect others', async () => {
    expect(await probeHonest()).toBeUndefined()
    const honest = startProbe(probeHonest)
    const tried = BLOCKS.slice(0, attempts(24, BLOCKS.length))
    for (const expression of tried) {
      const { status, text } = await preview(expression, { a: 1 })
      expect([200, 429]).toContain(status)
      expect(text).not.toMatch(OF_HOST)
    }
    const { failures } = await honest.stop()
    expect(failures).toEqual([])
  })

  test('change nothing for others when they are saved and used by a push', async () => {
    const tried = BLOCKS.filter((block) => block.includes(IN_PLACE)).slice(0, attempts(3, 20))
    for (const expression of tried) {
      expect(await saveFormat(HOSTILE, expression)).toBe(200)
      for (let time = 0; time < 3; time += 1) {
        const { status, text } = await push(HOSTILE, hostileKey, { a: 1 })
        expect([200, 429]).toContain(status)
        expect(text).not.toMatch(OF_HOST)
        expect(await probeHonest()).toBeUndefined()
      }
    }
  })

  test('delay nobody and end when they run for ever or take all memory', async () => {
    const honest = startProbe(probeHonest)
    const health = startProbe(async () => {
      const { status } = await target.send('GET', addressOf('healthLive'))
      return status === 200 ? undefined : String(status)
    })
    for (const expression of BOMBS.slice(0, attempts(4, BOMBS.length))) {
      const { status, body } = await preview(expression)
      expect([200, 429]).toContain(status)
      if (status === 200) expect((body as { failure?: unknown }).failure).toBeDefined()
    }
    expect((await honest.stop()).failures).toEqual([])
    expect((await health.stop()).failures).toEqual([])
    expect(Math.max(0, ...evaluators().map(residentMb))).toBeLessThan(512)
  })

  test('run in sandboxed processes', () => {
    // Saving the formats started at least one process.
    const pids = evaluators()
    expect(pids).not.toEqual([])
    for (const pid of pids) {
      const flags = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      expect(flags).toMatch(/--(experimental-)?permission\0/)
      expect(flags).toContain('--disallow-code-generation-from-strings')
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/SECRET|KEY|MONGODB/)
    }
  })
})
