import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

const PATH = '/location/api/hierarchy/map.uploadMap'
let hospital: TestHospital

beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())

type Kind = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff'
const image = async (width: number, height: number, kind: Kind = 'png') =>
  sharp({ create: { width, height, channels: 4, background: '#0a08' } })
    .toFormat(kind)
    .toBuffer()
const upload = (img: Buffer | string, members: object = {}, headers = hospital.people.admin) =>
  request(hospital.app)
    .post(PATH)
    .set(headers)
    .send({
      hierarchyId: 'floor-1',
      imgData: { img: typeof img === 'string' ? img : img.toString('base64'), fileName: 'plan.png' },
      ...members,
    })
const file = (mapId: string) => join(hospital.parts.filesDir, 'images', 'Maps', `${mapId}.jpg`)

describe('an upload', () => {
  it('stores the image as JPEG of the same size, without metadata, and announces it', async () => {
    const published: unknown[] = []
    const stop = hospital.parts.bus.subscribe('config.changed', (event) => published.push(event))
    const res = await upload(await image(1_000, 600))
    stop()
    expect(res.status).toBe(200)
    expect(res.body).toEqual({
      err: 0,
      message: expect.any(String),
      status: 200,
      data: {
        mapId: 'm1',
        name: 'Floor 1',
        refName: '',
        xDimension: 50,
        yDimension: 30,
        source: 'upload',
        width: 1_000,
        height: 600,
        dimensionsAssumed: false,
      },
    })
    const { format, width, height, exif } = await sharp(file('m1')).metadata()
    expect({ format, width, height, exif }).toEqual({
      format: 'jpeg',
      width: 1_000,
      height: 600,
      exif: undefined,
    })
    expect(published).toEqual([{ what: 'maps' }, { what: 'files' }])
    const shown = await request(hospital.app)
      .get('/location/api/location.getMap/m1')
      .set(hospital.people.admin)
    expect(shown.body).toEqual(res.body.data)
  })

  it.each(['jpeg', 'webp'] as const)(
    'accepts %s with a data: prefix, whatever the file name',
    async (kind) => {
      const img = `data:image/${kind};base64,${(await image(1_000, 600, kind)).toString('base64')}`
      const res = await upload(img, { imgData: { img, fileName: 'C:\\fakepath\\plan.svg' } })
      expect(res.status).toBe(200)
      expect((await sharp(file('m1')).metadata()).format).toBe('jpeg')
      expect(await readdir(join(hospital.parts.filesDir, 'images', 'Maps'))).toEqual(['m1.jpg'])
    },
  )

  it('of another pixel size rescales the current positions each time', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    await hospital.addAsset({ AssetId: 'P-2' })
    await upload(await image(500, 300))
    const at = (AssetId: string, members: object) => ({
      AssetType: 'Equipment',
      AssetId,
      time: ago(9),
      ...members,
    })
    await hospital.push([at('P-1', { mapId: 'm1', x: 10, y: 10 }), at('P-2', { hierarchyId: 'room-1' })])
    expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject({
      xCenterPoint: 100,
      yCenterPoint: 100,
    })
    for (const [width, height] of [
      [1_500, 600],
      [1_500, 600],
      [250, 150],
    ] as const) {
      await upload(await image(width, height))
      const place = (await hospital.asset('P-1'))?.CurrentLocation
      expect(place).toMatchObject({ xCenterPoint: width / 5, yCenterPoint: height / 3 })
    }
    expect((await hospital.asset('P-2'))?.CurrentLocation).toMatchObject({
      xCenterPoint: null,
      yCenterPoint: null,
    })
    await hospital.push(at('P-1', { mapId: 'm1', x: 10, y: 10, time: ago(1) }))
    expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject({
      xCenterPoint: 50,
      yCenterPoint: 50,
    })
  })

  it('creates a map for a place without one, with the requested id if free and sizes from the image', async () => {
    const conflicting = await upload(await image(400, 200), {
      hierarchyId: 'floor-2',
      mapData: { mapId: 'm1' },
    })
    expect(conflicting.body.data.mapId).not.toBe('m1')
    await hospital.parts.db.driver.places.updateOne({ hierarchyId: 'floor-2' }, { $set: { mapId: null } })
    const res = await upload(await image(400, 200), {
      hierarchyId: 'floor-2',
      mapData: { mapId: 'm2', name: 'Second', refName: 'r2' },
    })
    expect(res.body.data).toEqual({
      mapId: 'm2',
      name: 'Second',
      refName: 'r2',
      xDimension: 40,
      yDimension: 20,
      source: 'upload',
      width: 400,
      height: 200,
      dimensionsAssumed: true,
    })
    expect(await hospital.parts.db.driver.places.findOne({ hierarchyId: 'floor-2' })).toMatchObject({
      mapId: 'm2',
    })
    const sized = await upload(await image(400, 200), {
      hierarchyId: 'floor-2',
      mapData: { xDimension: '80', yDimension: 50 },
    })
    expect(sized.body.data).toMatchObject({
      mapId: 'm2',
      xDimension: 80,
      yDimension: 50,
      dimensionsAssumed: false,
    })
  })
})

describe('a refused upload', () => {
  const invalidImages: [string, () => Promise<Buffer | string>][] = [
    ['is text', async () => Buffer.from('hello')],
    ['is empty', async () => '='],
    ['is no base64', async () => '<svg onload=alert(1)>'],
    ['is SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')],
    ['is GIF', () => image(50, 50, 'gif')],
    ['is TIFF', () => image(50, 50, 'tiff')],
    ['is 15 pixels wide', () => image(15, 50)],
    ['is 10,001 pixels wide', () => image(10_001, 16)],
    ['is cut off', async () => (await image(600, 600)).subarray(0, 400)],
    [
      'claims PNG and is none',
      async () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(99)]),
    ],
    ['floods with pixels', async () => flood()],
  ]
  it.each(invalidImages)(
    "that %s is 400 'Map import failed' with a reason, and nothing changes",
    async (_title, make) => {
      const before = await hospital.parts.db.driver.maps.findOne({ _id: 'm1' })
      const files = await readdir(join(hospital.parts.filesDir, 'images', 'Maps'))
      const res = await upload(await make())
      expect(res.status).toBe(400)
      expect(res.body).toMatchObject({
        err: 1,
        message: 'Map import failed',
        errors: [{ path: 'imgData.img' }],
      })
      expect(res.body.errors[0].message).not.toBe('')
      expect(await hospital.parts.db.driver.maps.findOne({ _id: 'm1' })).toEqual(before)
      expect(await readdir(join(hospital.parts.filesDir, 'images', 'Maps'))).toEqual(files)
    },
  )

  it('with too many pixels is answered with the accepted sizes', async () => {
    const res = await upload(flood())
    expect(res.body.errors[0].message).toBe('Each side needs 16 to 10,000 pixels.')
  })

  it('of more than 10 MB is 413', async () => {
    const res = await upload(Buffer.alloc(10 * 1024 * 1024 + 1))
    expect(res.status).toBe(413)
    expect(res.body.code).toBe('too_large')
    const body = await upload(Buffer.alloc(13 * 1024 * 1024))
    expect([body.status, body.body.code]).toEqual([413, 'too_large'])
  })

  it('with invalid members names them, and nothing changes', async () => {
    const { maps, places } = hospital.parts.db.driver
    const before = [await maps.find().toArray(), await places.find().toArray()]
    const files = await readdir(join(hospital.parts.filesDir, 'images', 'Maps'))
    const img = (await image(50, 50)).toString('base64')
    for (const [of, path] of [
      [{ hierarchyId: undefined }, 'hierarchyId'],
      [{ imgData: undefined }, 'imgData'],
      [{ hierarchyId: { $ne: 1 } }, 'hierarchyId'],
      [{ imgData: { fileName: 'plan.png' } }, 'imgData.img'],
      [{ imgData: { img: [1, 2], fileName: 'plan.png' } }, 'imgData.img'],
      [{ imgData: { img } }, 'imgData.fileName'],
      [{ imgData: { img, fileName: '../../etc/plan.png' } }, 'imgData.fileName'],
      [{ imgData: { img, fileName: 'C:\\maps\\..\\plan.png' } }, 'imgData.fileName'],
      [{ imgData: { img, fileName: 'plan\u0000.png' } }, 'imgData.fileName'],
      [{ mapData: { mapId: '../x' } }, 'mapData.mapId'],
      [{ mapData: { mapId: '..' } }, 'mapData.mapId'],
      [{ mapData: { name: 'x'.repeat(101) } }, 'mapData.name'],
      [{ mapData: { xDimension: -1 } }, 'mapData.xDimension'],
      [{ mapData: { xDimension: '12 m' } }, 'mapData.xDimension'],
      [{ mapData: { yDimension: 0 } }, 'mapData.yDimension'],
      [{ mapData: { yDimension: 100_001 } }, 'mapData.yDimension'],
      [{ mapData: { edgeTolerance: -1 } }, 'mapData.edgeTolerance'],
      [{ mapData: { edgeTolerance: 50.1 } }, 'mapData.edgeTolerance'],
    ] as const) {
      const res = await upload(img, of)
      expect(res.status).toBe(400)
      expect(res.body).toMatchObject({ message: 'Map import failed', errors: [{ path }] })
    }
    expect([await maps.find().toArray(), await places.find().toArray()]).toEqual(before)
    expect(await readdir(join(hospital.parts.filesDir, 'images', 'Maps'))).toEqual(files)
  })

  it('for an unknown place or a provider’s place is 404', async () => {
    const key = await hospital.people.makeKey({ kind: 'provider', provider: 'cisco' })
    await request(hospital.app)
      .post('/location/api/ingest/hierarchies')
      .set(key)
      .send({ hierarchyId: 'c-1', fullName: ['C'] })
    expect((await upload(await image(50, 50), { hierarchyId: 'nowhere' })).status).toBe(404)
    expect((await upload(await image(50, 50), { hierarchyId: '../floor-1' })).status).toBe(404)
    expect((await upload(await image(50, 50), { hierarchyId: 'c-1' })).status).toBe(404)
  })

  it('by an unauthorised person is 401 or 403, before the body is read', async () => {
    const viewer = await hospital.people.signIn({ username: 'viewer', pages: ['view-map'] })
    expect((await upload('x', {}, {})).status).toBe(401)
    expect((await upload('x', {}, hospital.people.key)).status).toBe(401)
    expect((await upload('x', {}, viewer)).status).toBe(403)
  })
})

it('returns a map to pages that show maps, and 404 for an unknown map', async () => {
  const map = (mapId: string, headers = hospital.people.admin) =>
    request(hospital.app).get(`/location/api/location.getMap/${mapId}`).set(headers)
  const nurse = await hospital.people.signIn({ username: 'nurse-2', pages: ['dashboard'] })
  const clerk = await hospital.people.signIn({ username: 'clerk', pages: ['custom-tags'] })
  expect((await map('m1', nurse)).status).toBe(200)
  expect((await map('m1', clerk)).status).toBe(403)
  expect((await map('m1', {})).status).toBe(401)
  expect((await map('unknown')).status).toBe(404)
  expect((await map('..%2f..%2fetc')).status).toBe(404)
  expect(existsSync(file('m1'))).toBe(true)
})

/** Creates a PNG of a few bytes that claims to be 60,000 pixels square. */
function flood(): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(60_000, 0)
  head.writeUInt32BE(60_000, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
