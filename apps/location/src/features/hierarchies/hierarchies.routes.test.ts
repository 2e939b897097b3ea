import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openPlaceCalls } from '../../testing/place-calls.ts'

let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>

beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
})
afterAll(() => hospital.close())

type Listed = { hierarchyId: string; provider?: string; fullName: string[] }

describe('one place', () => {
  it('is found by its hierarchy id or its internal id, with its levels joined', async () => {
    const place = await p.stored('floor-1')
    const _id = place?._id.toHexString() ?? ''
    const data = {
      _id,
      hierarchyId: 'floor-1',
      mapId: 'm1',
      fullName: ['Northfield', 'Tower', 'Floor 1'],
      fullDisplayName: 'Northfield>Tower>Floor 1',
    }
    for (const id of ['floor-1', _id, _id.toUpperCase()]) {
      const res = await p.get(`hierarchy/getLocationHierarchyById/${id}`)
      expect(res.status).toBe(200)
      expect(res.body).toEqual({ data })
    }
  })

  it('with a hierarchy id takes precedence over one with the same internal id', async () => {
    const otherId = (await p.stored('floor-1'))?._id.toHexString() ?? ''
    await p.pushPlaces([{ hierarchyId: otherId, fullName: ['Elsewhere'] }])
    const res = await p.get(`hierarchy/getLocationHierarchyById/${otherId}`)
    expect(res.body.data.fullName).toEqual(['Elsewhere'])
    await hospital.parts.db.driver.places.deleteOne({ hierarchyId: otherId })
  })

  it('is 404 if it is unknown or belongs to a provider', async () => {
    await p.pushPlaces([{ provider: 'cisco', hierarchyId: 'c-1', fullName: ['C'] }])
    const foreign = (await p.stored('c-1', 'cisco'))?._id.toHexString()
    for (const id of ['nowhere', 'c-1', foreign, '0'.repeat(24), '..%2f..%2fetc', '$ne']) {
      const res = await p.get(`hierarchy/getLocationHierarchyById/${id}`)
      expect([res.status, res.body.code]).toEqual([404, 'not_found'])
    }
    const long = await p.get(`hierarchy/getLocationHierarchyById/${'x'.repeat(129)}`)
    expect([long.status, long.body.errors[0].path]).toEqual([400, 'id'])
  })
})

describe('the lists of places', () => {
  it('are sorted by provider, then level by level, by code point', async () => {
    const names = [['Ä'], ['B'], ['B', 'a'], ['B', 'a', 'x'], ['B b'], ['B', '\u{1F3E5}'], ['B', '\uFF21']]
    await p.pushPlaces(
      ['zebra', 'aero'].flatMap((provider) =>
        names.map((fullName, index) => ({ provider, hierarchyId: `n${index}`, fullName })),
      ),
    )
    const sorted = [['B'], ['B', 'a'], ['B', 'a', 'x'], ['B', '\uFF21'], ['B', '\u{1F3E5}'], ['B b'], ['Ä']]
    const res = await p.get('hierarchy/providerHierarchies')
    const listed = res.body.data as Listed[]
    expect(listed.filter(({ provider }) => provider === 'aero').map(({ fullName }) => fullName)).toEqual(
      sorted,
    )
    expect([...new Set(listed.map(({ provider }) => provider))]).toEqual(['aero', 'cisco', 'zebra'])
    const internalPlaces = await p.get('hierarchy/rtlsHierarchies')
    expect(internalPlaces.body.data.map(({ hierarchyId }: Listed) => hierarchyId)).toEqual([
      'site',
      'floor-1',
      'unit-1',
      'room-1',
      'floor-2',
    ])
  })

  it('of the providers never contain internal places, whichever provider is requested', async () => {
    const only = async (provider: string) =>
      (await p.get(`hierarchy/providerHierarchies?provider=${provider}`)).body.data as Listed[]
    expect((await only('Cisco')).map(({ hierarchyId }) => hierarchyId)).toEqual(['c-1'])
    expect(await only('rtls')).toEqual([])
    expect(await only('unheard')).toEqual([])
    const all = (await p.get('hierarchy/providerHierarchies')).body.data as Listed[]
    expect(all.some(({ provider }) => provider === 'rtls')).toBe(false)
    expect(all.find(({ provider }) => provider === 'cisco')).toEqual({
      _id: (await p.stored('c-1', 'cisco'))?._id.toHexString(),
      provider: 'cisco',
      hierarchyId: 'c-1',
      mapId: null,
      fullName: ['C'],
    })
    const invalid = await p.get('hierarchy/providerHierarchies?provider=a.b')
    expect([invalid.status, invalid.body.errors[0].path]).toEqual([400, 'provider'])
  })
})

describe('the hierarchy providers', () => {
  it('are the enabled providers of maps & hierarchy, sorted', async () => {
    const setting = (SubType: string, Fields: object) => ({
      _id: `provider/${SubType.toLowerCase()}`,
      Type: 'Provider',
      SubType,
      Fields: { ...Fields },
    })
    expect((await p.get('hierarchy/getActivatedHierarchyProviders')).body).toEqual({ data: [] })
    await hospital.parts.db.driver.settings.insertMany([
      setting('zebra', { Enabled: true, HierarchyProvider: true }),
      setting('Cisco', { Enabled: true, HierarchyProvider: true }),
      setting('off', { Enabled: false, HierarchyProvider: true }),
      setting('tags-only', { Enabled: true, HierarchyProvider: false }),
      { _id: 'mirth/mirth', Type: 'Mirth', SubType: 'Mirth', Fields: { HierarchyProvider: true } },
    ])
    const res = await p.get('hierarchy/getActivatedHierarchyProviders')
    expect(res.status).toBe(200)
    expect(res.body).toEqual({ data: ['cisco', 'zebra'] })
  })
})

it('requires a page that shows places', async () => {
  const viewer = await hospital.people.signIn({ username: 'viewer', pages: ['view-map'] })
  const nurse = await hospital.people.signIn({ username: 'nurse-2', pages: ['dashboard'] })
  for (const path of [
    'hierarchy/getLocationHierarchyById/floor-1',
    'hierarchy/getActivatedHierarchyProviders',
    'hierarchy/rtlsHierarchies',
    'hierarchy/providerHierarchies',
  ]) {
    expect((await p.get(path, viewer)).status).toBe(200)
    expect((await p.get(path, nurse)).status).toBe(403)
    expect((await p.get(path, {})).status).toBe(401)
  }
})
