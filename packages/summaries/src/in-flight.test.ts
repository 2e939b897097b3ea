import { expect, test } from 'vitest'
import { createWritingGroups } from './in-flight.ts'

const NOW = Date.now()
const HOUR = 3_600_000
const [pump, bed] = [{}, {}]
const at = (asset: object, age: number, id = 'e1') => ({ id, asset, time: new Date(NOW - age) })

test('an old event is overtaken while a newer one of its asset is written', async () => {
  const writing = createWritingGroups()
  let end = (): void => undefined
  const work = writing.during(
    [at(pump, 0), at(bed, 2 * HOUR)],
    () => new Promise<void>((resolve) => (end = resolve)),
  )
  expect(writing.isOvertaken(at(pump, HOUR), NOW)).toBe(true)
  expect(writing.isOvertaken(at(bed, HOUR), NOW)).toBe(false)
  // The recovery after a crash finds this event by its time.
  expect(writing.isOvertaken(at(pump, 1_000), NOW)).toBe(false)
  end()
  await work
  expect(writing.isOvertaken(at(pump, HOUR), NOW)).toBe(false)
})

test('a group whose write fails is no longer written', async () => {
  const writing = createWritingGroups()
  const work = writing.during([at(pump, 0)], () => Promise.reject(new Error('the disk is full')))
  await expect(work).rejects.toThrow('the disk is full')
  expect(writing.isOvertaken(at(pump, HOUR), NOW)).toBe(false)
})

test('a group is repeated while another one has an event of the same identity', async () => {
  const writing = createWritingGroups()
  let end = (): void => undefined
  const group = [at(pump, 0, 'e1'), at(pump, 0, 'e2')]
  const work = writing.during(group, () => new Promise<void>((resolve) => (end = resolve)))
  expect(writing.isRepeated(group)).toBe(false)
  expect(writing.isRepeated([at(bed, 0, 'e3')])).toBe(false)
  expect(writing.isRepeated([at(bed, 0, 'e3'), at(bed, 0, 'e2')])).toBe(true)
  end()
  await work
  expect(writing.isRepeated([at(bed, 0, 'e2')])).toBe(false)
})
