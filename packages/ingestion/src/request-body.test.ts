import { PassThrough } from 'node:stream'
import type { Request } from '@wardtrack/service-kit'
import { afterEach, expect, it, vi } from 'vitest'
import type { Permit } from './admission.ts'
import { BrokenItem, parseItems, readBody } from './request-body.ts'

const json = (text: string) => parseItems(Buffer.from(text), 'json')
const lines = (text: string) => parseItems(Buffer.from(text), 'ndjson')

it('reads an object as one item, a list as its items, and each line as one item', () => {
  expect(json('{"a":1}')).toEqual([{ a: 1 }])
  expect(json('[1,null,{"a":1}]')).toEqual([1, null, { a: 1 }])
  expect(json('[]')).toEqual([])
  expect(lines('{"a":1}\r\n\n[2]\n')).toEqual([{ a: 1 }, [2]])
})

it('keeps a broken line among valid ones, to be refused by its index', () => {
  const items = lines('{"a":1}\n{"b"\n3')
  expect(items[1]).toBeInstanceOf(BrokenItem)
  expect([items[0], items[2]]).toEqual([{ a: 1 }, 3])
})

it('refuses a body that is not JSON, empty, or too large', () => {
  for (const text of ['', ' \n\t', '{', 'x', '"text"', '7', 'null'])
    expect(() => json(text)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
  for (const text of ['', '\n\n', 'x\ny'])
    expect(() => lines(text)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
  expect(json(`[${'1,'.repeat(4_999)}1]`)).toHaveLength(5_000)
  expect(() => json(`[${'1,'.repeat(5_000)}1]`)).toThrow(expect.objectContaining({ code: 'too_large' }))
  expect(() => lines('1\n'.repeat(5_001))).toThrow(expect.objectContaining({ code: 'too_large' }))
})

afterEach(() => {
  vi.useRealTimers()
})

const permit: Permit = { addBytes: () => undefined, setItems: () => undefined, release: () => undefined }

/** A body in transfer; bytes passed to `send` count as read from the connection. */
function openBody() {
  const stream = new PassThrough()
  const socket = { bytesRead: 0 }
  const request = Object.assign(stream, { headers: {}, socket, complete: false }) as unknown as Request
  const outcome = readBody(request, permit).then(
    (body) => body.length,
    (error: unknown) => error,
  )
  const send = (bytes: number): void => {
    socket.bytesRead += bytes
    stream.write(Buffer.alloc(bytes, ' '))
  }
  return { stream, send, outcome }
}

const tooSlow = expect.objectContaining({ code: 'too_slow', status: 408, retryAfter: 5 })

it('gives up a body that stalls, and one that takes too long in total', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const trickle = openBody()
  const steady = openBody()
  const quick = openBody()
  quick.send(1_000)
  quick.stream.end()
  expect(await quick.outcome).toBe(1_000)
  for (let second = 0; second < 6; second += 1) {
    trickle.send(10)
    steady.send(5_000)
    vi.advanceTimersByTime(1_000)
  }
  expect(await trickle.outcome).toEqual(tooSlow)
  steady.send(100_000)
  vi.advanceTimersByTime(2_000)
  expect(steady.stream.listenerCount('data')).toBe(1)
  for (let second = 0; second < 14; second += 1) {
    steady.send(5_000)
    vi.advanceTimersByTime(1_000)
  }
  expect(await steady.outcome).toEqual(tooSlow)
})

it('treats only items in another encoding than UTF-8 as broken', () => {
  const latin1 = Buffer.from('[{"AssetName":"Söhne"},{"AssetName":"Meier"}]', 'latin1')
  const [broken, good] = parseItems(latin1, 'json')
  expect(broken).toBeInstanceOf(BrokenItem)
  expect(broken).toMatchObject({ reason: 'The text is not valid UTF-8.' })
  expect(good).toEqual({ AssetName: 'Meier' })
  const latin1Lines = Buffer.from('{"AssetName":"Söhne"}\n{"AssetName":"Meier"}', 'latin1')
  expect(parseItems(latin1Lines, 'ndjson')).toEqual([broken, good])
  expect(parseItems(Buffer.from('{"AssetName":"\ufffd"}'), 'json')).toEqual([{ AssetName: '\ufffd' }])
})

it('treats an endlessly nested item as broken where it has to be walked, and reads the others normally', () => {
  const nested = (text: string, levels: number): string =>
    `[{"a":1},{"b":${'['.repeat(levels)}"${text}"${']'.repeat(levels)}}]`
  const [whole, broken] = json(nested('\\u0041', 50_000))
  expect(whole).toEqual({ a: 1 })
  expect(broken).toMatchObject({ text: '', reason: 'This is nested too deeply.' })
  expect(json(nested('\\u0041', 90))[1]).not.toBeInstanceOf(BrokenItem)
  const latin1 = parseItems(Buffer.from(nested('S\u00f6hne', 50_000), 'latin1'), 'json')
  expect(latin1[0]).toEqual({ a: 1 })
})

it('treats only items with a member called __proto__ as broken, however it is escaped', () => {
  for (const name of ['__proto__', '\\u005f_proto__', '__prot\\u006f__']) {
    const [whole, broken] = json(`[{"a":1},{"b":[{"${name}":1}]}]`)
    expect(whole).toEqual({ a: 1 })
    expect(broken).toBeInstanceOf(BrokenItem)
    expect(broken).toMatchObject({ reason: 'A member must not be called __proto__.' })
  }
  expect(json('{"a":"constructor \\u00e4"}')).toEqual([{ a: 'constructor ä' }])
})
