import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimatePresence, PRESENCE_WINDOW_MS, type Sighting } from './estimate-presence.ts'

const NOW = 1_700_000_000_000
const gateway = (name: string, x: number, y: number, mapId = 'm1') => ({ gateway: name, mapId, at: { x, y } })
const A = gateway('a', 5, 5)
const B = gateway('b', 18, 5)
const C = gateway('c', 10, 16)
const UPSTAIRS = gateway('u', 5, 5, 'm2')

/** Generates sightings of the gateways within two windows before now. */
const sightings = fc.array(
  fc.record({
    place: fc.constantFrom(A, B, C, UPSTAIRS),
    age: fc.integer({ min: -500, max: 2 * PRESENCE_WINDOW_MS }),
    rssi: fc.option(fc.integer({ min: -100, max: -30 }), { nil: undefined }),
  }),
  { maxLength: 30 },
)
const toSightings = (list: { place: typeof A; age: number; rssi: number | undefined }[]): Sighting[] =>
  list.map(({ place, age, rssi }) => ({ ...place, time: NOW - age, ...(rssi === undefined ? {} : { rssi }) }))

describe('estimatePresence', () => {
  test('stays at the strong gateway when a weak one hears the tag later', () => {
    let at: ReturnType<typeof estimatePresence>
    const heard: Sighting[] = []
    for (let second = 0; second < 10; second += 1)
      for (const [place, rssi, delay] of [
        [A, -48, 0],
        [B, -88, 400],
      ] as const) {
        const time = NOW + second * 1_000 + delay
        heard.push({ ...place, time, rssi })
        at = estimatePresence(heard, time, at)
        expect(at).toMatchObject({ mapId: 'm1', at: A.at })
      }
  })

  test('stays at the first of two gateways without signals', () => {
    let at: ReturnType<typeof estimatePresence>
    const heard: Sighting[] = []
    for (let second = 0; second < 10; second += 1)
      for (const [place, delay] of [
        [A, 0],
        [B, 400],
      ] as const) {
        const time = NOW + second * 1_000 + delay
        heard.push({ ...place, time })
        at = estimatePresence(heard, time, at)
        expect(at?.at).toEqual(A.at)
      }
  })

  test('moves within the window to the only gateway that still hears the tag', () => {
    const heard = [
      { ...A, time: NOW - PRESENCE_WINDOW_MS + 1, rssi: -50 },
      { ...B, time: NOW, rssi: -90 },
    ]
    expect(estimatePresence(heard, NOW, { mapId: 'm1', at: A.at })?.at).toEqual(A.at)
    expect(estimatePresence(heard, NOW + 1, { mapId: 'm1', at: A.at })?.at).toEqual(B.at)
  })

  test('changes the floor sooner at stairs', () => {
    const heard = [
      { ...A, time: NOW, rssi: -70 },
      { ...UPSTAIRS, time: NOW, rssi: -65 },
    ]
    const previous = { mapId: 'm1', at: A.at }
    expect(estimatePresence(heard, NOW, previous)?.mapId).toBe('m1')
    expect(estimatePresence(heard, NOW, previous, { atStairs: true })?.mapId).toBe('m2')
  })

  test('uses distances where no signal was measured, and counts of packets', () => {
    const distances = [
      { ...A, time: NOW, accuracy: 12 },
      { ...B, time: NOW, accuracy: 2 },
    ]
    expect(estimatePresence(distances, NOW)?.at).toEqual(B.at)
    const counts = [
      { ...A, time: NOW, count: 2 },
      { ...B, time: NOW, count: 9 },
    ]
    expect(estimatePresence(counts, NOW)?.at).toEqual(B.at)
  })

  test('does not depend on the order of sightings, nor on old or future ones', () => {
    fc.assert(
      fc.property(sightings, fc.boolean(), (list, isKnown) => {
        const previous = isKnown ? { mapId: 'm1', at: A.at } : undefined
        const all = toSightings(list)
        const expected = estimatePresence(all, NOW, previous)
        expect(estimatePresence(all.toReversed(), NOW, previous)).toEqual(expected)
        const heard = all.filter(({ time }) => time <= NOW && time > NOW - PRESENCE_WINDOW_MS)
        expect(estimatePresence(heard, NOW, previous)).toEqual(expected)
        expect(expected === undefined).toBe(heard.length === 0)
        if (expected) expect(heard.map(({ mapId }) => mapId)).toContain(expected.mapId)
      }),
    )
  })

  test('stays near the gateways that hear the tag', () => {
    fc.assert(
      fc.property(sightings, (list) => {
        const found = estimatePresence(toSightings(list), NOW)
        if (!found) return
        expect(found.at.x).toBeGreaterThanOrEqual(5 - 1.5)
        expect(found.at.x).toBeLessThanOrEqual(18 + 1.5)
        expect(found.accuracy).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('finds the room in nine of ten seconds, with a tenth of the changes of the strongest gateway', () => {
    const { right, seconds, changes, strongestChanges, delays } = walkThroughRooms()
    expect(right / seconds).toBeGreaterThan(0.9)
    expect(changes).toBeLessThan(strongestChanges / 10)
    expect(delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)]).toBeLessThanOrEqual(5)
  })
})

const ROOM_METRES = 5
const COLUMNS = 4
const ROWS = 3
const STAY_SECONDS = 30
/** Decibels: loss by a wall, and deviations of a packet. */
const WALL_DB = 5
const NOISE_DB = 5

/**
 * Walks a tag at random through 4 × 3 rooms, each with a gateway near its centre. The tag sends three packets a second;
 * a gateway misses a third of them. Loss is 25 dB per decade of distance and 5 dB per wall; a packet deviates by 5 dB.
 */
function walkThroughRooms() {
  let seed = 7
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const rooms = Array.from({ length: COLUMNS * ROWS }, (_, index) => ({
    column: index % COLUMNS,
    row: Math.floor(index / COLUMNS),
  }))
  const inRoom = ({ column, row }: { column: number; row: number }, x: number, y: number) => ({
    x: (column + x) * ROOM_METRES,
    y: (row + y) * ROOM_METRES,
  })
  const gateways = rooms.map((room, index) => {
    const { x, y } = inRoom(room, 0.4 + 0.2 * random(), 0.4 + 0.2 * random())
    return { room, ...gateway(`g${index}`, x, y) }
  })
  const roomAt = ({ x, y }: { x: number; y: number }): string =>
    `${Math.floor(x / ROOM_METRES)},${Math.floor(y / ROOM_METRES)}`
  let room = rooms[0] as (typeof rooms)[number]
  let previous: ReturnType<typeof estimatePresence>
  let heard: Sighting[] = []
  let [right, changes, strongestChanges] = [0, 0, 0]
  let strongestBefore = ''
  const delays: number[] = []
  const seconds = 40 * STAY_SECONDS
  let changedAt = 0
  let isFound = false
  for (let second = 0; second < seconds; second += 1) {
    if (second % STAY_SECONDS === 0) {
      const { column, row } = room
      const next = rooms.filter((other) => Math.abs(other.column - column) + Math.abs(other.row - row) === 1)
      room = next[Math.floor(random() * next.length)] as typeof room
      changedAt = second
      isFound = false
    }
    const tag = inRoom(room, 0.1 + 0.8 * random(), 0.1 + 0.8 * random())
    for (let packet = 0; packet < 3; packet += 1) {
      const time = NOW + second * 1_000 + packet * 333
      const packetHeard: Sighting[] = []
      for (const { room: of, ...place } of gateways) {
        if (random() < 1 / 3) continue
        const metres = Math.max(1, Math.hypot(place.at.x - tag.x, place.at.y - tag.y))
        const walls = Math.abs(of.column - room.column) + Math.abs(of.row - room.row)
        const rssi = -50 - 25 * Math.log10(metres) - WALL_DB * walls + NOISE_DB * normal()
        if (rssi > -95) packetHeard.push({ ...place, time, rssi })
      }
      heard = [...heard.filter((sighting) => sighting.time > time - PRESENCE_WINDOW_MS), ...packetHeard]
      const found = estimatePresence(heard, time, previous)
      if (found && previous && roomAt(found.at) !== roomAt(previous.at)) changes += 1
      previous = found ?? previous
      // Without an engine, every sighting moves the tag to its gateway.
      for (const { gateway: name } of packetHeard) {
        if (name !== strongestBefore) strongestChanges += 1
        strongestBefore = name
      }
    }
    const isRight = previous !== undefined && roomAt(previous.at) === `${room.column},${room.row}`
    if (isRight) right += 1
    if (isRight && !isFound) {
      isFound = true
      delays.push(second - changedAt)
    }
  }
  return { right, seconds, changes, strongestChanges, delays }
}
