import { afterAll, describe, expect, test } from 'vitest'
import { createFormatRunner, type FormatOutcome, type FormatRunner } from './format-runner.ts'
import { formatTemplates } from './templates/index.ts'

const ENDLESS = '($f := function($x) { $f($x + 1) }; $f(1))'
/** A pattern whose time grows exponentially with the length of the text, within one step of the expression. */
const SLOW_PATTERN = '$match(a, /^(b+)+$/)'
const runners: FormatRunner[] = []
const open = (options: Parameters<typeof createFormatRunner>[0] = {}): FormatRunner => {
  const runner = createFormatRunner(options)
  runners.push(runner)
  return runner
}
/** A generous time limit for tests that are not about time, so that a busy machine ends nothing early. */
const AMPLE_TIME = { limits: { timeMs: 20_000 } }
const shared = open(AMPLE_TIME)
afterAll(() => Promise.all(runners.map((runner) => runner.close())))

const run = (expression: string, body: unknown, runner = shared, lane = 'cisco') =>
  runner.run({ lane, expression, body: JSON.stringify(body), isLines: false })
const failureOf = (outcome: FormatOutcome) => ('failure' in outcome ? outcome.failure : undefined)
const itemsOf = (outcome: FormatOutcome) => ('items' in outcome ? outcome.items : undefined)

describe('an expression', () => {
  test('converts a body to a list of items, one item, or none', async () => {
    expect(itemsOf(await run('tags.{ "tagId": id }', { tags: [{ id: 'a' }, { id: 'b' }] }))).toEqual([
      { tagId: 'a' },
      { tagId: 'b' },
    ])
    expect(itemsOf(await run('{ "tagId": id }', { id: 'a' }))).toEqual([{ tagId: 'a' }])
    expect(itemsOf(await run('nothing', { id: 'a' }))).toEqual([])
  })

  test('sees lines of JSON as one list', async () => {
    const job = { lane: 'cisco', expression: '$.{ "tagId": id }', isLines: true }
    expect(itemsOf(await shared.run({ ...job, body: '{"id":"a"}\n\n{"id":"b"}\n' }))).toEqual([
      { tagId: 'a' },
      { tagId: 'b' },
    ])
    expect(failureOf(await shared.run({ ...job, body: '{"id":"a"}\nb' }))?.reason).toBe('body')
  })

  test.each([
    ['"text"', {}, 'result'],
    ['[1, 2]', {}, 'result'],
    ['[[{}]]', {}, 'result'],
    ['function($x) { $x }', {}, 'expression'],
    ['tags.(', {}, 'expression'],
    ['$number(id)', { id: 'Jane Doe' }, 'expression'],
    ['$unknown(id)', { id: 1 }, 'expression'],
    ['[1..6000].{ "tagId": $string($) }', {}, 'size'],
    ['[1..200000]', {}, 'size'],
    ['{ "tagId": $pad("a", 9000000) }', {}, 'size'],
    ['($f := function($x) { 1 + $f($x) }; $f(1))', {}, 'depth'],
  ])('%s of %j fails for its %s', async (expression, body, reason) => {
    const failure = failureOf(await run(expression, body))
    expect(failure?.reason).toBe(reason)
    expect(failure?.message).not.toBe('')
  })

  test('reports the position when it cannot be parsed', async () => {
    expect(failureOf(await run('tags.{ "tagId": id', {}))).toMatchObject({
      reason: 'expression',
      code: expect.stringMatching(/^S0/),
      position: expect.any(Number),
    })
  })

  test.each(['$eval("1 + 1")', '$random()', '$shuffle([1, 2])'])('cannot use %s', async (expression) => {
    expect(failureOf(await run(`{ "x": ${expression} }`, {}))?.message).toMatch(/is switched off/)
  })

  test.each([
    'constructor',
    '$.constructor',
    '__proto__.polluted',
    '$lookup($, "constructor")',
    '{ "x": $string(toString) }',
    '$now.constructor("return process")()',
    '$each($, function($v, $k) { $k })["constructor"]',
  ])('%s reaches no prototype', async (expression) => {
    const outcome = await run(expression, { a: 1 })
    const text = JSON.stringify(itemsOf(outcome) ?? [])
    expect(text).not.toMatch(/process|native code|Function/)
    expect(itemsOf(await run('{ "polluted": polluted }', {}))).toEqual([{}])
  })

  test('does not affect others when it writes to __proto__', async () => {
    await run('{ "__proto__": { "polluted": true } }', {})
    await run('$ ~> | $ | { "__proto__": { "polluted": true } } |', { a: 1 })
    expect(itemsOf(await run('{ "seen": $exists(polluted) }', {}))).toEqual([{ seen: false }])
  })
})

describe('an endless expression', () => {
  test.each([ENDLESS, SLOW_PATTERN])('%s is ended, while others continue', async (expression) => {
    const runner = open({ limits: { timeMs: 2_000 }, pauseMs: 60_000 })
    const body = { a: `${'b'.repeat(40)}!` }
    let isEnded = false
    const endless = run(expression, body, runner, 'endless').finally(() => {
      isEnded = true
    })
    const otherRuns = await Promise.all(
      Array.from({ length: 20 }, (_, n) => run('{ "tagId": a }', { a: String(n) }, runner, `other-${n % 3}`)),
    )
    expect(otherRuns.map(itemsOf)).toEqual(Array.from({ length: 20 }, (_, n) => [{ tagId: String(n) }]))
    expect(failureOf(await endless)?.reason).toBe('time')
    expect(isEnded).toBe(true)
    await expect(run(expression, body, runner, 'endless')).rejects.toMatchObject({
      code: 'overloaded',
      retryAfter: expect.any(Number),
    })
    // A fixed expression works immediately.
    expect(itemsOf(await run('{ "tagId": "a" }', body, runner, 'endless'))).toEqual([{ tagId: 'a' }])
  })

  test('is ended with its process when it takes all the memory, and the next job gets a new process', async () => {
    const runner = open({ processes: 1, limits: { timeMs: 20_000, sequence: 100_000_000 } })
    const hungry = '($f := function($x) { $f($append($x, $x)) }; $f([1..1000]))'
    const failure = failureOf(await run(hungry, {}, runner))
    expect(['memory', 'size', 'depth', 'time', 'expression']).toContain(failure?.reason)
    expect(itemsOf(await run('{ "tagId": "a" }', {}, runner, 'other'))).toEqual([{ tagId: 'a' }])
  })
})

describe('a queue of jobs', () => {
  test('is limited for a provider: further jobs are refused, waiting ones are answered', async () => {
    const runner = open({ processes: 1, ...AMPLE_TIME })
    const waiting = Array.from({ length: 51 }, () => run('{ "tagId": "a" }', {}, runner))
    await expect(run('{ "tagId": "a" }', {}, runner)).rejects.toMatchObject({ code: 'overloaded' })
    const otherRun = run('{ "tagId": "b" }', {}, runner, 'other')
    expect((await Promise.all(waiting)).map(itemsOf)).toEqual(waiting.map(() => [{ tagId: 'a' }]))
    expect(itemsOf(await otherRun)).toEqual([{ tagId: 'b' }])
    expect(runner.depth()).toBe(0)
  })

  test('is refused when the runner closes', async () => {
    const runner = open({ processes: 1, ...AMPLE_TIME })
    const outcomes = Promise.allSettled([1, 2, 3].map(() => run('{ "tagId": "a" }', {}, runner)))
    await runner.close()
    expect((await outcomes).slice(1).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('the templates', () => {
  test.each(formatTemplates(Date.now()))(
    '$name converts its sample to positions',
    async ({ expression, sample }) => {
      const items = itemsOf(await shared.run({ lane: 'x', expression, body: sample, isLines: false }))
      expect(items?.length).toBeGreaterThan(0)
      for (const item of items ?? [])
        expect(item).toEqual(expect.objectContaining({ tagId: expect.any(String), time: expect.any(String) }))
    },
  )
})
