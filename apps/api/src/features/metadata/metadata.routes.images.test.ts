import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '@wardtrack/contracts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
const changedParts: string[] = []

beforeAll(async () => {
  api = await openApiTest()
  api.parts.bus.subscribe('config.changed', ({ what }) => changedParts.push(what))
})
afterAll(() => api.close())

const picture = (side: number, alpha = 1) =>
  sharp({ create: { width: side, height: side, channels: 4, background: { r: 200, g: 30, b: 30, alpha } } })
const base64 = async (image: { toBuffer(): Promise<Buffer> }) => (await image.toBuffer()).toString('base64')
const upload = (images: Record<string, string>, id = 'mapping') =>
  api.post('/api/assets.uploadMetaDataFiles', {
    id,
    imageInfo: Object.fromEntries(
      Object.entries(images).map(([key, img]) => [key, { img, fileName: 'x.png' }]),
    ),
  })
const remove = (body: object) =>
  api.post('/api/assets.deleteAliasImage', { id: 'mapping', type: 'Equipment', ...body })
const entries = async () => (await api.get('/api/asset.getMetaDataMapping')).body.Equipment
const files = () => readdir(join(api.parts.filesDir, 'images', 'Metadata')).catch(() => [])
const LEVEL = 'Equipment#BatteryLevel#LEVEL_1'

describe('storing images', () => {
  test('keeps the format of each image, removes its metadata, and serves it at its path', async () => {
    changedParts.length = 0
    const transparent = await base64(picture(40, 0.5).png())
    const { status, body } = await upload({
      'Equipment#SerialNo#icon': `data:image/png;base64,${transparent}`,
      [LEVEL]: await base64(picture(2_000).withMetadata({ orientation: 6 }).jpeg()),
      [`${LEVEL}.secondaryImage`]: await base64(picture(20).webp()),
    })
    expect([status, body.err]).toEqual([200, 0])
    const { SerialNo, BatteryLevel } = await entries()
    const { image, secondaryImage } = BatteryLevel.Options.LEVEL_1
    expect(body.data).toEqual({
      'Equipment#SerialNo#icon': SerialNo.icon,
      [LEVEL]: image,
      [`${LEVEL}.secondaryImage`]: secondaryImage,
    })
    const stored = async (path: string) => {
      expect(path).toMatch(/^var\/uploads\/images\/Metadata\/[a-z0-9-]+\.(png|jpg|webp)$/)
      const answer = await api.get(`/${path}`, api.people.nobody)
      const { format, width, orientation, hasAlpha } = await sharp(answer.body as Buffer).metadata()
      return { type: answer.headers['content-type'], format, width, orientation, hasAlpha }
    }
    expect(await stored(SerialNo.icon)).toMatchObject({ type: 'image/png', width: 40, hasAlpha: true })
    expect(await stored(image)).toEqual({
      type: 'image/jpeg',
      format: 'jpeg',
      width: 1_024,
      orientation: undefined,
      hasAlpha: false,
    })
    expect(await stored(secondaryImage)).toMatchObject({ type: 'image/webp', format: 'webp', width: 20 })
    expect(changedParts).toContain('metadata')
    expect(changedParts).toContain('files')
  })

  test('gives a replaced image a new path, and removes the previous file', async () => {
    await upload({ [LEVEL]: await base64(picture(20).png()) })
    const before = await files()
    const { image } = (await entries()).BatteryLevel.Options.LEVEL_1
    await upload({ [`${LEVEL}.image`]: await base64(picture(30).png()) })
    const { image: next } = (await entries()).BatteryLevel.Options.LEVEL_1
    expect(next).not.toBe(image)
    expect(await files()).toHaveLength(before.length)
    expect((await api.get(`/${image}`)).status).toBe(404)
  })

  const broken: [string, () => Promise<string> | string, string][] = [
    ['text', () => Buffer.from('no image at all').toString('base64'), 'Use a JPEG, PNG or WebP image.'],
    ['no base64', () => '!!!', 'The image is not base64.'],
    ['a drawing', () => Buffer.from('<svg xmlns="x"/>').toString('base64'), 'Use a JPEG, PNG or WebP image.'],
    [
      'half a PNG',
      async () => (await picture(200).png().toBuffer()).subarray(0, 60).toString('base64'),
      'The image could not be read.',
    ],
    ['one of a few pixels', () => base64(picture(4).png()), 'Each side needs 8 to 6,000 pixels.'],
  ]
  test.each(broken)('refuses %s, and stores none of the other images', async (_what, img, message) => {
    const [before, mapping] = [await files(), await entries()]
    const { status, body } = await upload({
      'Equipment#AssetName#icon': await base64(picture(20).png()),
      'Equipment#DeviceStatus#icon': await img(),
    })
    expect([status, body.code, body.errors]).toEqual([
      400,
      'validation',
      [{ path: 'imageInfo.Equipment#DeviceStatus#icon', message }],
    ])
    expect([await files(), await entries()]).toEqual([before, mapping])
  })

  test('refuses an image above 2 MB and a body above 16 MB', async () => {
    const large = Buffer.concat([await picture(20).png().toBuffer(), Buffer.alloc(2 * 1024 ** 2)])
    expect((await upload({ [LEVEL]: large.toString('base64') })).body.code).toBe('too_large')
    expect((await upload({ [LEVEL]: 'A'.repeat(17 * 1024 ** 2) })).body.code).toBe('too_large')
  })

  test.each([
    'Equipment#SerialNo',
    'Equipment#SerialNo#icon#x',
    '__proto__#a#icon',
    'Equipment#BatteryLevel#a.b.c',
    '',
  ])('refuses %j as the slot of an image', async (key) => {
    expect((await upload({ [key]: await base64(picture(20).png()) })).body.code).toBe('validation')
  })

  test.each(['Equipment#None#icon', 'Cart#SerialNo#icon', 'Equipment#BatteryLevel#LEVEL_9'])(
    'answers 404 for %s',
    async (key) => {
      const before = await files()
      expect((await upload({ [key]: await base64(picture(20).png()) })).body.code).toBe('not_found')
      expect(await files()).toEqual(before)
    },
  )

  test('requires an existing mapping and at least one image', async () => {
    expect((await upload({ [LEVEL]: 'x' }, 'other')).status).toBe(404)
    expect((await upload({})).status).toBe(400)
  })
})

describe('removing an image', () => {
  test('removes it from the entry and the disk; a second removal is 404', async () => {
    await upload({ 'Equipment#SerialNo#icon': await base64(picture(20).png()) })
    const before = await files()
    const { status, body } = await remove({ flag: 'icon', parent: 'SerialNo' })
    const { SerialNo } = await entries()
    expect([status, body.message, body.data]).toEqual([200, messages.imageRemoved, SerialNo])
    expect(SerialNo).not.toHaveProperty('icon')
    expect(await files()).toHaveLength(before.length - 1)
    expect((await remove({ flag: 'icon', parent: 'SerialNo' })).body.code).toBe('not_found')
  })

  test('removes either image of an option, and keeps the other', async () => {
    const img = await base64(picture(20).png())
    await upload({ [LEVEL]: img, [`${LEVEL}.secondaryImage`]: img })
    const option = { flag: 'option', parent: 'BatteryLevel', item: 'LEVEL_1' }
    await remove({ ...option, sub: 'secondaryImage' })
    expect((await entries()).BatteryLevel.Options.LEVEL_1).toEqual({
      alias: 'Critical',
      image: expect.any(String),
    })
    await remove(option)
    expect((await entries()).BatteryLevel.Options.LEVEL_1).toEqual({ alias: 'Critical' })
  })

  test('follows the removal of its option, unless another option shows the same file', async () => {
    await upload({ [LEVEL]: await base64(picture(20).png()) })
    const { image } = (await entries()).BatteryLevel.Options.LEVEL_1
    const shared = 'types.Equipment.BatteryLevel.Options.LEVEL_2.image'
    await api.parts.db.driver.metadata.updateOne({}, { $set: { [shared]: image } })
    const dropOption = (name: string) =>
      api.post('/api/assets.updateMetaDataMapping', {
        id: 'mapping',
        query: { [`Equipment.BatteryLevel.Options.${name}`]: null },
      })
    await dropOption('LEVEL_1')
    expect((await api.get(`/${image}`)).status).toBe(200)
    await dropOption('LEVEL_2')
    expect((await api.get(`/${image}`)).status).toBe(404)
  })

  test.each([
    [{ flag: 'other', parent: 'SerialNo' }, 'validation'],
    [{ flag: 'option', parent: 'BatteryLevel' }, 'validation'],
    [{ flag: 'option', parent: 'BatteryLevel', item: 'LEVEL_3', sub: 'alias' }, 'validation'],
    [{ flag: 'option', parent: 'BatteryLevel', item: '__proto__' }, 'validation'],
    [{ flag: 'option', parent: 'BatteryLevel', item: 'LEVEL_3' }, 'not_found'],
    [{ flag: 'option', parent: 'BatteryLevel', item: 'LEVEL_9' }, 'not_found'],
    [{ flag: 'icon', parent: 'None' }, 'not_found'],
    [{ flag: 'icon', parent: 'SerialNo', id: 'other' }, 'not_found'],
  ])('refuses the request %j', async (body, code) => {
    expect((await remove(body)).body.code).toBe(code)
  })
})
