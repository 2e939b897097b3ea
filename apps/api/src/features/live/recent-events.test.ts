import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { RecentEvents } from './recent-events.ts'

const MINUTE = 60_000
const add = (recent: RecentEvents, at: number, text = 'x') => recent.add({ audience: 'all' }, at, text)

test('returns the events after an id, and none after the newest', () => {
  const recent = new RecentEvents()
  const before = recent.newest
  add(recent, 0)
  const middle = recent.newest
  add(recent, 1)
  expect(recent.since(before, 2)).toHaveLength(2)
  expect(recent.since(middle, 2)?.map(({ seq }) => seq)).toEqual([2])
  expect(recent.since(recent.newest, 2)).toEqual([])
})

test('returns undefined for an id older than five minutes', () => {
  const recent = new RecentEvents()
  const before = recent.newest
  add(recent, 0)
  const first = recent.newest
  add(recent, 4 * MINUTE)
  expect(recent.since(before, 5 * MINUTE)).toHaveLength(2)
  expect(recent.since(before, 6 * MINUTE)).toBeUndefined()
  expect(recent.since(first, 6 * MINUTE)).toHaveLength(1)
  expect(recent.since(recent.newest, 60 * MINUTE)).toEqual([])
})

test('keeps a limited number and size of events', () => {
  const many = new RecentEvents()
  const start = many.newest
  for (let n = 0; n < 25_000; n += 1) add(many, 0)
  expect(many.since(start, 0)).toBeUndefined()
  const large = new RecentEvents()
  const begin = large.newest
  for (let n = 0; n < 20; n += 1) add(large, 0, 'x'.repeat(1024 * 1024))
  expect(large.since(begin, 0)).toBeUndefined()
  expect(large.since(large.newest, 0)).toEqual([])
})

test('reads no ids of another process, and none that it did not write', () => {
  const recent = new RecentEvents()
  const otherProcess = new RecentEvents()
  for (const events of [recent, otherProcess]) add(events, 0)
  expect(recent.since(recent.newest, 0)).toEqual([])
  expect(recent.since(otherProcess.newest, 0)).toBeUndefined()
  expect(recent.since(`${recent.newest}0`, 0)).toBeUndefined()
  for (let n = 0; n < 1_000; n += 1)
    expect(recent.since(randomBytes(16).toString('base64url'), 0)).toBeUndefined()
})

test('writes each id once: two ids of the same moment look unrelated', () => {
  const recent = new RecentEvents()
  const event = add(recent, 0)
  const ids = [recent.newest, recent.newest, event.text, event.text]
  expect(new Set(ids).size).toBe(4)
  for (const id of ids.slice(0, 2)) expect(recent.since(id, 0)).toEqual([])
})

test('returns undefined for an id before skipped events, and continues after them', () => {
  const recent = new RecentEvents()
  add(recent, 0)
  const before = recent.newest
  recent.skip()
  expect(recent.since(before, 0)).toBeUndefined()
  const after = recent.newest
  expect(recent.since(after, 0)).toEqual([])
  add(recent, 1)
  expect(recent.since(after, 1)).toHaveLength(1)
  expect(recent.since(before, 1)).toBeUndefined()
})
