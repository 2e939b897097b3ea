import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLargeItems } from './large-body.ts'
import { type BodyType, BrokenItem, parseItems } from './request-body.ts'

const outcome = async (parse: () => unknown): Promise<unknown> => {
  try {
    return await parse()
  } catch (error) {
    return (error as { code: string }).code
  }
}
const both = async (body: Buffer, type: BodyType) => [
  await outcome(() => parseLargeItems(body, type)),
  await outcome(() => parseItems(body, type)),
]

const values = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 8 })
const spaced = fc.tuple(values, fc.constantFrom(undefined, 1, '\t', '\n'))

test('gives the same items as one parser for the whole body', async () => {
  await fc.assert(
    fc.asyncProperty(spaced, async ([items, space]) => {
      const [large, whole] = await both(Buffer.from(` ${JSON.stringify(items, null, space)}\n`), 'json')
      expect(large).toEqual(whole)
      const lines = items.map((item) => JSON.stringify(item)).join('\r\n')
      const [largeLines, wholeLines] = await both(Buffer.from(lines), 'ndjson')
      expect(largeLines).toEqual(wholeLines)
    }),
  )
})

test('refuses the same bodies after single characters were changed', async () => {
  const change = fc.tuple(fc.nat(), fc.constantFrom('[', ']', '{', '}', '"', ',', '\\', ' ', ':', ''))
  await fc.assert(
    fc.asyncProperty(values, fc.array(change, { minLength: 1, maxLength: 3 }), async (items, changes) => {
      let text = JSON.stringify(items)
      for (const [place, character] of changes) {
        const at = place % (text.length + 1)
        text = text.slice(0, at) + character + text.slice(at + (place % 2))
      }
      for (const type of ['json', 'ndjson'] as const) {
        const [large, whole] = await both(Buffer.from(text), type)
        expect(large).toEqual(whole)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('refuses an item above 1 MB by its index, without parsing it', async () => {
  const large = `{"Notes":"${'a'.repeat(1_100_000)}"}`
  for (const [body, type] of [
    [`[{"a":1},${large},{"b":2}]`, 'json'],
    [`{"a":1}\n${large}\n{"b":2}`, 'ndjson'],
  ] as const) {
    const [first, refused, last] = await parseLargeItems(Buffer.from(body), type)
    expect([first, last]).toEqual([{ a: 1 }, { b: 2 }])
    expect(refused).toBeInstanceOf(BrokenItem)
    expect(refused).toMatchObject({ reason: 'This item is larger than 1 MB.' })
  }
  expect(await outcome(() => parseLargeItems(Buffer.from(large), 'json'))).toBe('too_large')
})

test('refuses a long item with too many levels by its index, without parsing it', async () => {
  const nested = (levels: number): string =>
    `{"a":${'['.repeat(levels - 1)}"]"${']'.repeat(levels - 1)},"Notes":"${'a'.repeat(20_000)}"}`
  for (const body of [`[${nested(101)},${nested(102)},{"b":2}]`, `${nested(101)}\n${nested(102)}\n{"b":2}`]) {
    const type = body.startsWith('[') ? 'json' : 'ndjson'
    const [allowed, refused, last] = await parseLargeItems(Buffer.from(body), type)
    expect(allowed).toEqual(JSON.parse(nested(101)))
    expect(refused).toBeInstanceOf(BrokenItem)
    expect(refused).toMatchObject({ reason: 'This is nested too deeply.' })
    expect(last).toEqual({ b: 2 })
  }
  const [alone] = await parseLargeItems(Buffer.from(nested(102)), 'json')
  expect(alone).toMatchObject({ reason: 'This is nested too deeply.' })
})

test('refuses empty bodies, too many items, other encodings and unsafe names as one parser does', async () => {
  const bodies = [
    Buffer.from(' \n\t '),
    Buffer.from(`[${'1,'.repeat(5_000)}1]`),
    Buffer.from('[{"AssetName":"S\u00f6hne"},{"AssetName":"Sohn"}]', 'latin1'),
    Buffer.from('[{"__proto__":{}},{"a":{"\\u005f_proto__":1}},{"a":1}]'),
    Buffer.from(`[${'['.repeat(200)}"__proto__"${']'.repeat(200)}]`),
    Buffer.from('\ufeff[1]'),
  ]
  for (const body of bodies) {
    const [large, whole] = await both(body, 'json')
    expect(large).toEqual(whole)
  }
})
