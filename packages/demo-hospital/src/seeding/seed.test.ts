import { afterEach, describe, expect, it } from 'vitest'
import { demoHospital } from '../hospital.ts'
import { type FakeServer, type Received, type Reply, startFakeServer } from '../testing/fake-server.ts'
import { retryAfterMs } from './ingest-client.ts'
import { seedOverHttp } from './seed-hospital.ts'
import { login } from './session-client.ts'

const hospital = demoHospital({ today: new Date('2026-11-21T09:00:00Z') })
let server: FakeServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function serve(answer: (request: Received) => Reply | undefined): Promise<FakeServer> {
  server = await startFakeServer(answer)
  return server
}

const listed = (body: unknown, name: string) => String(Reflect.get(Object(body), name) ?? '')
const listOf = (body: unknown): unknown[] => (Array.isArray(body) ? body : [])

/** Creates a server with locating systems and geofences. */
function surroundings() {
  const foreign: unknown[] = []
  const marks: unknown[] = []
  const fences: unknown[] = []
  const parLevels: unknown[] = []
  const providers: string[] = []
  const mapped = new Map<string, unknown>()
  const answer = ({ path, body, method }: Received): Reply | undefined => {
    const data = (list: unknown): Reply => ({ status: 200, body: { data: list } })
    if (path === '/location/api/hierarchy/providerHierarchies') return data(foreign)
    if (path.startsWith('/location/api/hierarchy/markedMonitors/get/'))
      return data(marks.filter((mark) => listed(mark, 'mapId') === path.split('/').at(-1)))
    if (path === '/location/api/geofence/get') return data(fences)
    if (path === '/api/parLevels' && method === 'GET')
      return { status: 200, body: { data: parLevels, count: parLevels.length } }
    if (path === '/api/parLevels') parLevels.push(body)
    if (path === '/api/settings/getAddedLocationProviders') return { status: 200, body: providers }
    if (path === '/api/settings/create') providers.push(listed(body, 'SubType'))
    if (path === '/location/api/geofence/add') fences.push(body)
    if (path === '/location/api/provider/saveHierarchies') marks.push(...listOf(body))
    if (path === '/location/api/hierarchy/modifyRtlsHierarchy')
      mapped.set(listed(body, 'hierarchyId'), Reflect.get(Object(body), 'mappings'))
    if (path === '/location/api/ingest/hierarchies')
      foreign.push(...listOf(body).filter((item) => listed(item, 'provider') !== ''))
    return undefined
  }
  return { foreign, marks, fences, parLevels, providers, mapped, answer }
}

/** Creates a server that stores places, assets and images like the real one. */
function remembering() {
  const environment = surroundings()
  const places = new Set<string>()
  const assets = new Map<string, { AssetType: string; AssetId: string }>()
  const images = new Map<string, string>()
  const answer = (request: Received): Reply | undefined => {
    const { path, body } = request
    const known = environment.answer(request)
    if (known) return known
    if (path === '/location/api/hierarchy/rtlsHierarchies')
      return { status: 200, body: { data: [...places].map((hierarchyId) => ({ hierarchyId })) } }
    if (path === '/api/assets.list') {
      const type = listed(Reflect.get(Object(body), 'query'), 'AssetType')
      const all = [...assets.values()].filter((asset) => asset.AssetType === type)
      const page = Number(listed(body, 'page'))
      return { status: 200, body: { data: all.slice((page - 1) * 500, page * 500), count: all.length } }
    }
    if (path.startsWith('/location/api/location.getMap/')) {
      const mapId = path.split('/').at(-1) ?? ''
      return { status: 200, body: { mapId, width: images.has(mapId) ? 1600 : null } }
    }
    if (path === '/location/api/hierarchy/map.uploadMap') {
      images.set(listed(body, 'hierarchyId'), listed(Reflect.get(Object(body), 'imgData'), 'img'))
      return { status: 200, body: { err: 0, status: 200 } }
    }
    const items = listOf(body)
    if (path === '/location/api/ingest/hierarchies')
      for (const item of items) if (listed(item, 'provider') === '') places.add(listed(item, 'hierarchyId'))
    if (path === '/api/ingest/assets')
      for (const item of items) {
        const asset = { AssetType: listed(item, 'AssetType'), AssetId: listed(item, 'AssetId') }
        assets.set(`${asset.AssetType}:${asset.AssetId}`, asset)
      }
    return undefined
  }
  return { ...environment, places, assets, images, answer }
}

describe('seeding over HTTP', () => {
  it('sends places, then assets, then associations, and imports an image for each floor', async () => {
    const store = remembering()
    const { url, received } = await serve(store.answer)
    const report = await seedOverHttp({
      baseUrl: url,
      ingestKey: 'k',
      accessToken: 't',
      hospital,
      batchSize: 200,
    })
    expect(report).toMatchObject({
      hierarchies: { sent: hospital.hierarchies.length, refused: 0, skipped: 0 },
      assets: { sent: 600, accepted: 600, skipped: 0 },
      associations: { sent: hospital.associations.length },
      maps: { imported: 5, skipped: 0 },
      homes: { saved: 400, skipped: 0 },
      problems: [],
    })
    const ofProvider = ({ body }: Received) => listed(listOf(body)[0], 'provider') !== ''
    const posts = received
      .filter((request) => request.path.includes('ingest') && !ofProvider(request))
      .map(({ path }) => path)
    expect(posts.lastIndexOf('/location/api/ingest/hierarchies')).toBeLessThan(
      posts.indexOf('/api/ingest/assets'),
    )
    expect(posts.lastIndexOf('/api/ingest/assets')).toBeLessThan(posts.indexOf('/api/ingest/associations'))
    expect([...store.images.keys()].sort()).toEqual(hospital.plans.map((plan) => plan.mapId).sort())
    const jpeg = Buffer.from(store.images.get('ng-a-l3') ?? '', 'base64')
    expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  })

  it('leaves existing records unchanged: a second run sends nothing', async () => {
    const store = remembering()
    const { url, received } = await serve(store.answer)
    const options = { baseUrl: url, ingestKey: 'k', accessToken: 't', hospital }
    await seedOverHttp(options)
    received.length = 0
    const secondSeed = await seedOverHttp(options)
    expect(secondSeed).toMatchObject({
      hierarchies: { sent: 0, skipped: hospital.hierarchies.length },
      assets: { sent: 0, skipped: 600 },
      associations: { sent: 0, skipped: hospital.associations.length },
      maps: { imported: 0, skipped: 5 },
      homes: { saved: 0, skipped: 400 },
      providers: { places: { sent: 0 }, mapped: 0, monitors: 0 },
      fences: { drawn: 0, skipped: hospital.fences.length },
      parLevels: { saved: 0, skipped: hospital.parLevels.length },
    })
    expect(store.parLevels).toEqual(hospital.parLevels.map((level) => ({ ...level, revision: '0' })))
    expect(
      received.filter(
        ({ path, method }) =>
          /ingest|upload|save|modify|add|create/.test(path) ||
          (path === '/api/parLevels' && method === 'POST'),
      ),
    ).toEqual([])
  })

  it('draws the geofences that a session without access to patients may draw, without failures', async () => {
    const store = remembering()
    const { url } = await serve((request) =>
      request.path === '/api/user/patientDataAccess'
        ? { status: 200, body: { patientDataAccess: false } }
        : store.answer(request),
    )
    const report = await seedOverHttp({ baseUrl: url, ingestKey: 'k', accessToken: 't', hospital })
    const ofPatientsAlone = hospital.fences.filter(({ AssetTypes }) => AssetTypes.join() === 'Patient')
    expect(ofPatientsAlone.length).toBeGreaterThan(0)
    expect(report.fences).toEqual({
      drawn: hospital.fences.length - ofPatientsAlone.length,
      skipped: ofPatientsAlone.length,
    })
    expect(store.fences.flatMap((fence) => Reflect.get(Object(fence), 'AssetTypes'))).not.toContain('Patient')
    expect(report.problems).toEqual([])
  })

  it('adds the locating systems, maps their places, adds their monitors, and draws the geofences last', async () => {
    const store = remembering()
    const { url, received } = await serve(store.answer)
    const report = await seedOverHttp({ baseUrl: url, ingestKey: 'k', accessToken: 't', hospital })
    expect(store.providers.toSorted()).toEqual(['aeroscout', 'centrak'])
    expect(report.providers.mapped).toBe(store.foreign.length)
    expect(store.mapped.get('ng-a-l3')).toEqual({
      centrak: { hierarchyId: 'ct-ng-a-l3', scaling: { x: 7.62, y: 7.62 } },
    })
    expect(store.marks).toHaveLength(report.providers.monitors)
    expect(new Set(store.marks.map((mark) => listed(mark, 'mapId'))).size).toBe(5)
    expect(store.fences.map((fence) => listed(fence, 'Name')).toSorted()).toEqual(
      hospital.fences.map(({ Name }) => Name).toSorted(),
    )
    const paths = received.map(({ path }) => path)
    expect(paths.indexOf('/location/api/geofence/add')).toBeGreaterThan(
      paths.lastIndexOf('/location/api/hierarchy/map.uploadMap'),
    )
  })

  it('sends the history before there are geofences, and only if requested', async () => {
    const store = remembering()
    const { url, received, accepted } = await serve(store.answer)
    const history = { seed: 7, days: 2, until: Date.parse('2026-11-21T09:00:00Z') }
    const options = { baseUrl: url, ingestKey: 'k', accessToken: 't', hospital }
    const report = await seedOverHttp({ ...options, history })
    expect(report.history?.positions.sent).toBe(accepted('/location/api/ingest/locations').length)
    expect(report.history?.states.sent).toBe(accepted('/status/api/ingest/device-status').length)
    expect(report.history?.positions.sent).toBeGreaterThan(600)
    const paths = received.map(({ path }) => path)
    const sent = ['/location/api/ingest/locations', '/status/api/ingest/device-status']
    const lastOf = sent.map((path) => paths.lastIndexOf(path))
    expect(paths.indexOf('/location/api/geofence/add')).toBeGreaterThan(Math.max(...lastOf))
    expect((await seedOverHttp(options)).history).toBeUndefined()
  })

  it('continues without calls it has no permission for, and names them', async () => {
    const store = remembering()
    const { url } = await serve((request) =>
      request.path === '/location/api/geofence/add'
        ? { status: 403, body: { message: 'Your privileges do not allow this.' } }
        : store.answer(request),
    )
    const report = await seedOverHttp({ baseUrl: url, ingestKey: 'k', accessToken: 't', hospital })
    expect(report.fences.drawn).toBe(0)
    expect(report.problems).toContain(
      'geofence Drug store: POST /location/api/geofence/add: Your privileges do not allow this.',
    )
    expect(report.homes.saved).toBe(400)
  })

  it('works with only the key, without images', async () => {
    const store = remembering()
    const { url, received } = await serve(store.answer)
    const report = await seedOverHttp({ baseUrl: url, ingestKey: 'k', hospital })
    expect(report.assets.accepted).toBe(600)
    expect(report.maps).toEqual({ imported: 0, skipped: 5 })
    expect(report.fences).toEqual({ drawn: 0, skipped: hospital.fences.length })
    for (const { key, path } of received) {
      expect(key).toBe('Bearer k')
      expect(path).toContain('/ingest/')
    }
  })

  it('retries while the server is busy, and stops with the server’s message when refused', async () => {
    let busy = 2
    const { url } = await serve(() =>
      busy-- > 0
        ? { status: 429, headers: { 'Retry-After': '0' }, body: { message: 'Slow down' } }
        : undefined,
    )
    expect((await seedOverHttp({ baseUrl: url, ingestKey: 'k', hospital })).assets.accepted).toBe(600)
    await server?.close()
    const strict = await serve(() => ({ status: 401, body: { message: 'Unknown key' } }))
    await expect(seedOverHttp({ baseUrl: strict.url, ingestKey: 'bad', hospital })).rejects.toThrow(
      'POST /location/api/ingest/hierarchies: 401 Unknown key',
    )
  })

  it('names refused items', async () => {
    const { url } = await serve(({ path, body }) =>
      path === '/api/ingest/assets' && Array.isArray(body)
        ? {
            status: 200,
            body: {
              accepted: body.length - 1,
              refused: 1,
              errors: [{ index: 3, path: 'AssetType', code: 'validation', message: 'Unknown type' }],
            },
          }
        : undefined,
    )
    const report = await seedOverHttp({ baseUrl: url, ingestKey: 'k', hospital })
    expect(report.assets).toMatchObject({ sent: 600, accepted: 598, refused: 2 })
    expect(report.problems).toContain('/api/ingest/assets item 503: validation Unknown type')
  })
})

describe('logging in', () => {
  it('returns the token, or throws the server’s message', async () => {
    const { url } = await serve(({ body }) =>
      Reflect.get(Object(body), 'password') === 'right'
        ? { status: 200, body: { err: 0, verify: true, AccessToken: 'abc' } }
        : { status: 401, body: { err: 1, verify: false, message: 'Wrong username or password' } },
    )
    expect(await login(url, 'a', 'right')).toBe('abc')
    await expect(login(url, 'a', 'wrong')).rejects.toThrow('Login as a failed: Wrong username or password')
  })
})

describe('Retry-After', () => {
  it('is read as seconds or as a date, and ignored otherwise', () => {
    expect(retryAfterMs('2', 0)).toBe(2000)
    expect(retryAfterMs('Sat, 21 Nov 2026 09:00:05 GMT', Date.parse('2026-11-21T09:00:00Z'))).toBe(5000)
    expect(retryAfterMs('soon', 0)).toBeUndefined()
    expect(retryAfterMs(undefined, 0)).toBeUndefined()
  })
})
