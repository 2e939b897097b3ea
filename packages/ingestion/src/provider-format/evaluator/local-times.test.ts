import { beforeAll, expect, test } from 'vitest'
import { takeImage } from './machine-image.ts'
import { INPUT } from './machine-program.ts'
import { evaluatorScript, openMachine } from './testing/open-machine.ts'
import type { MachineState, VirtualMachine } from './virtual-machine.ts'
import { zoneTables } from './zone-tables.ts'

const MOMENT = Date.UTC(2026, 10, 27)
let machine: VirtualMachine
let base: MachineState
beforeAll(async () => {
  machine = await openMachine()
  base = { ...machine.start(evaluatorScript()), image: takeImage(machine.memory()) }
})

const evaluate = (expression: string, body: unknown): unknown => {
  machine.restore(base)
  const limits = { depth: 400, sequence: 100_000, items: 5_000, characters: 8_000_000 }
  machine.call(INPUT.task + JSON.stringify({ expression: `{ "at": ${expression} }`, ...limits }), 60_000)
  const text = JSON.stringify(body)
  machine.call(INPUT.zones + JSON.stringify(zoneTables(expression, text, MOMENT)), 60_000)
  const output = machine.call(INPUT.value + text, 60_000)
  return output.startsWith('F') ? JSON.parse(output.slice(1)) : JSON.parse(output.slice(1))[0].at
}
const inZone = (text: unknown, zone: string, picture?: string): unknown =>
  evaluate(
    `$fromLocal(at, "${zone}"${picture === undefined ? '' : `, "${picture}"`})`,
    text === undefined ? {} : { at: text },
  )

test.each([
  // Field case 30: the same local time in summer and in winter.
  ['2026-07-01 12:00:00.973721', 'Europe/Berlin', '2026-07-01T10:00:00.973Z'],
  ['2026-11-27 12:00:00.973721', 'Europe/Berlin', '2026-11-27T11:00:00.973Z'],
  ['2026-11-27T12:00', 'Europe/Berlin', '2026-11-27T11:00:00.000Z'],
  ['2026-11-27', 'Europe/Berlin', '2026-11-26T23:00:00.000Z'],
  ['2026-07-01 12:00:00', 'America/New_York', '2026-07-01T16:00:00.000Z'],
  ['2026-01-01 12:00:00', 'Asia/Kathmandu', '2026-01-01T06:15:00.000Z'],
  ['2026-01-01 12:00:00', 'Australia/Lord_Howe', '2026-01-01T01:00:00.000Z'],
  ['2026-07-01 12:00:00', 'Australia/Lord_Howe', '2026-07-01T01:30:00.000Z'],
  ['2026-01-01 12:00:00', 'Pacific/Kiritimati', '2025-12-31T22:00:00.000Z'],
  ['2026-01-01 12:00:00', 'UTC', '2026-01-01T12:00:00.000Z'],
  ['2026-01-01 12:00:00', '+05:30', '2026-01-01T06:30:00.000Z'],
])('%s in %s is %s', (text, zone, expected) => {
  expect(inZone(text, zone)).toBe(expected)
})

test.each([
  ['before the gap', '2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
  ['in the gap', '2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
  ['after the gap', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
  ['before the repeated hour', '2026-10-25 01:59:59', '2026-10-24T23:59:59.000Z'],
  ['in the repeated hour', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
  ['after the repeated hour', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
])('a time %s has one result', (_where, text, expected) => {
  expect(inZone(text, 'Europe/Berlin')).toBe(expected)
})

test('agrees with the zones of Node on every hour of a year', () => {
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Africa/Casablanca', 'America/Santiago', 'Asia/Tehran']
  for (const zone of zones) {
    const moments = Array.from({ length: 600 }, (_, index) => Date.UTC(2025, 5, 1) + index * 15 * 3_600_000)
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    const texts = moments.map((moment) => format.format(moment))
    const results = evaluate(`[all.$fromLocal($, "${zone}")]`, { all: texts }) as string[]
    // A repeated hour has the earlier of two moments.
    const again = results.map((result) => format.format(Date.parse(result)))
    expect(again).toEqual(texts)
  }
})

test('reads a text by a picture', () => {
  const picture = '[D01].[M01].[Y0001] [H01]:[m01]'
  expect(inZone('01.07.2026 12:00', 'Europe/Berlin', picture)).toBe('2026-07-01T10:00:00.000Z')
  expect(inZone('27.11.2026 12:00', 'Europe/Berlin', picture)).toBe('2026-11-27T11:00:00.000Z')
  expect(inZone('yesterday', 'Europe/Berlin', picture)).toBe('yesterday')
})

test('takes the zone from the body too, and keeps a text that is no time', () => {
  expect(evaluate('$fromLocal(at, zone)', { at: '2026-07-01 12:00', zone: 'Europe/Madrid' })).toBe(
    '2026-07-01T10:00:00.000Z',
  )
  for (const text of ['soon', '2026-02-30 12:00', '2026-07-01 25:00', '', '2026-07-01T10:00:00Z'])
    expect(inZone(text, 'Europe/Berlin')).toBe(text)
  expect(inZone(undefined, 'Europe/Berlin')).toBeUndefined()
})

test.each(['Mars/Olympus', 'Europe/Nowhere', '__proto__', 'constructor', ''])(
  'refuses the zone %j',
  (zone) => {
    expect(inZone('2026-07-01 12:00', zone)).toMatchObject({
      reason: 'expression',
      message: `$fromLocal: ${zone} is not a time zone.`,
    })
  },
)

test('brings in at most 40 zones, and none for an expression without local times', () => {
  const names = Intl.supportedValuesOf('timeZone').slice(0, 100)
  expect(Object.keys(zoneTables('$fromLocal(at, zone)', JSON.stringify(names), MOMENT))).toHaveLength(40)
  expect(zoneTables('{ "zone": "Europe/Berlin" }', '"Europe/Berlin"', MOMENT)).toEqual({})
})
