import { afterAll, describe, expect, test } from 'vitest'
import { createFormatRunner, type FormatOutcome, type FormatRunner } from './format-runner.ts'

// A single process, so that all lanes share as much as possible.
const runner: FormatRunner = createFormatRunner({ processes: 1, pauseMs: 0, limits: { timeMs: 20_000 } })
afterAll(() => runner.close())

const run = (lane: string, expression: string, body: unknown = {}, receivedAt?: Date) =>
  runner.run({
    lane,
    expression,
    body: JSON.stringify(body),
    isLines: false,
    ...(receivedAt ? { receivedAt } : {}),
  })
const itemsOf = (outcome: FormatOutcome) => ('items' in outcome ? outcome.items : outcome.failure)

/** Prefix that makes an expression change its input in place, instead of a copy. */
const IN_PLACE = '$clone := function($x) { $x };'
/** An expression whose results every lane relies on. */
const HONEST = '{ "text": $string(id), "upper": $uppercase(name), "sum": $sum(list), "now": $millis() }'
const HONEST_BODY = { id: 7, name: 'a', list: [1, 2] }
const HONEST_ITEM = { text: '7', upper: 'A', sum: 3, now: 1_700_000_000_000 }
const honest = async (lane: string) =>
  itemsOf(await run(lane, HONEST, HONEST_BODY, new Date(HONEST_ITEM.now)))

/** Parts of possible escapes; no other lane may notice any of them. */
const BUILDING_BLOCKS = [
  `(${IN_PLACE} [$string] ~> | $ | { "implementation": null } |; { "x": 1 })`,
  `(${IN_PLACE} [$string] ~> | $ | { "signature": null } |; { "x": 1 })`,
  `(${IN_PLACE} [$sum] ~> | $ | {}, ["implementation", "signature"] |; { "x": 1 })`,
  `(${IN_PLACE} [$uppercase] ~> | $ | { "_jsonata_function": false } |; { "x": 1 })`,
  `(${IN_PLACE} $f := function($x) { $x }; [$f] ~> | $ | { "environment": { "x": 1 } } |; { "x": 1 })`,
  `(${IN_PLACE} $ ~> | $ | { "__proto__": { "toString": 1 } } |; { "x": 1 })`,
  `(${IN_PLACE} $ ~> | $ | { "constructor": { "prototype": { "id": 1 } } } |; { "x": 1 })`,
  '{ "members": $keys($merge($spread($string))) }',
  '{ "members": $keys($merge($spread(function($x) { $x }))) }',
  '{ "values": $count($spread([$lookup]).*) }',
  '($string := 1; $sum := 2; $uppercase := 3; $millis := 4; { "x": $string })',
  '{ "undefined": $lookup, "constructor": 1, "__proto__": 2 }',
  '$error({ "code": "T0000" })',
  '$string.$string.$string',
  '(',
]

describe('another lane', () => {
  test.each(BUILDING_BLOCKS)('is not affected by %s', async (expression) => {
    expect(await honest('honest')).toEqual([HONEST_ITEM])
    for (let count = 0; count < 3; count += 1) await run('hostile', expression)
    expect(await honest('honest')).toEqual([HONEST_ITEM])
    expect(await honest(`new-${expression}`)).toEqual([HONEST_ITEM])
    expect(await honest('hostile')).toEqual([HONEST_ITEM])
  })

  test.each([
    ['that takes all memory', '($f := function($x) { $f($x & $x) }; $f("1234567890"))'],
    ['that makes a text of a gigabyte', '{ "x": $pad("a", 1000000000) }'],
    ['that nests without end', '($f := function($x) { [$f($x)] }; $f(1))'],
    ['that is nested itself', '('.repeat(9_999)],
  ])('is not affected by an expression %s', async (_, expression) => {
    const failure = itemsOf(await run('hostile', expression))
    expect(failure).toMatchObject({ reason: expect.stringMatching(/^(memory|depth|size|expression)$/) })
    expect(await honest('honest')).toEqual([HONEST_ITEM])
  })

  test('gets its own answers in parallel with other lanes', async () => {
    const lanes = ['a', 'b', 'c', 'd']
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const lane = lanes[n % lanes.length] ?? ''
        return run(lane, '{ "lane": lane, "n": n, "x": n % 3 = 0 ? $error("no") : 1 }', { lane, n })
      }),
    )
    for (const [n, outcome] of outcomes.entries()) {
      const expected = { lane: lanes[n % lanes.length], n, x: 1 }
      if (n % 3 === 0) expect(outcome).toMatchObject({ failure: { reason: 'expression' } })
      else expect(itemsOf(outcome)).toEqual([expected])
    }
  })
})

describe('an evaluation', () => {
  test('finds no data of an earlier evaluation, even in its own lane', async () => {
    const remembers = `(${IN_PLACE} $before := $keys($merge($spread($string)));
      [$string] ~> | $ | { "seen": $$.secret } |; { "before": $before })`
    const first = itemsOf(await run('keeper', remembers, { secret: 'first' }))
    expect(itemsOf(await run('keeper', remembers, { secret: 'second' }))).toEqual(first)
  })

  test('uses the time of receipt as the current time, and knows no other', async () => {
    const expression = '{ "now": $now(), "millis": $millis(), "at": $now("[H01]:[m01]", "+0200") }'
    const receivedAt = new Date('2026-03-04T05:06:07.008Z')
    const expected = [{ now: receivedAt.toISOString(), millis: receivedAt.getTime(), at: '07:06' }]
    expect(itemsOf(await run('clock', expression, {}, receivedAt))).toEqual(expected)
    expect(itemsOf(await run('clock', expression, {}, receivedAt))).toEqual(expected)
  })

  test('reads a time without a zone as UTC', async () => {
    expect(itemsOf(await run('zone', '{ "at": $toMillis("2026-07-01T12:00:00") }'))).toEqual([
      { at: Date.UTC(2026, 6, 1, 12) },
    ])
  })

  test('refuses a body that continues after its end', async () => {
    const outcome = await runner.run({ lane: 'a', expression: '$', body: '{}\0garbage', isLines: false })
    expect(outcome).toMatchObject({ failure: { reason: 'body' } })
  })
})
