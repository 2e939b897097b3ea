import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NearestTest, openNearestTest } from '../../testing/open-nearest-test.ts'

let hospital: NearestTest
beforeAll(async () => {
  hospital = await openNearestTest()
})
afterAll(() => hospital.close())

test('finds places on a map by the words of their paths', async () => {
  const find = async (search: string) => {
    const { body } = await request(hospital.app)
      .get('/location/api/nearest.places')
      .query({ search })
      .set(hospital.nurse)
      .expect(200)
    return (body.places as { hierarchyId: string }[]).map(({ hierarchyId }) => hierarchyId)
  }
  expect(await find('icu')).toEqual(['unit-1', 'room-1'])
  expect(await find('1 ICU room')).toEqual(['room-1'])
  expect(await find('Floor 2')).toEqual([])
  expect(await find('')).toEqual(['floor-1', 'unit-1', 'room-1', 'floor-3'])
  expect(await find('.*')).toEqual([])
})

describe('places', () => {
  const offered = async (query: Record<string, string>) => {
    const { body } = await request(hospital.app)
      .get('/location/api/nearest.places')
      .query(query)
      .set(hospital.nurse)
      .expect(200)
    return (body.places as { hierarchyId: string; why?: string }[]).map(({ hierarchyId, why }) => [
      hierarchyId,
      why,
    ])
  }

  test('that were chosen recently come first, the latest at the top, then places of the same floor', async () => {
    expect(await offered({ near: 'room-1', recent: 'room-1\nfloor-3' })).toEqual([
      ['room-1', 'recent'],
      ['floor-3', 'recent'],
      ['unit-1', 'near'],
      ['floor-1', 'near'],
    ])
    expect(await offered({ near: 'floor-3' })).toEqual([
      ['floor-3', 'near'],
      ['floor-1', undefined],
      ['unit-1', undefined],
      ['room-1', undefined],
    ])
  })

  test('whose names begin with the text come before recently chosen ones', async () => {
    expect(await offered({ search: 'room', near: 'floor-3', recent: 'unit-1' })).toEqual([
      ['room-1', undefined],
    ])
    expect(await offered({ search: 'floor', recent: 'room-1' })).toEqual([
      ['floor-1', undefined],
      ['floor-3', undefined],
      ['room-1', 'recent'],
      ['unit-1', undefined],
    ])
  })

  test('that are deleted or unmapped are ignored as recent choices; too many or too long ones are refused', async () => {
    const all = (await offered({})).map(([id]) => id)
    expect((await offered({ near: 'gone', recent: 'gone\nsite\n\n' })).map(([id]) => id)).toEqual(all)
    for (const query of [
      { recent: Array.from({ length: 21 }, (_, n) => `p${n}`).join('\n') },
      { recent: 'x'.repeat(129) },
      { near: 'x'.repeat(129) },
    ]) {
      const { status, body } = await request(hospital.app)
        .get('/location/api/nearest.places')
        .query(query)
        .set(hospital.nurse)
      expect([status, body.code]).toEqual([400, 'validation'])
    }
  })
})
