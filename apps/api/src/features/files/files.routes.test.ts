import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
let images: string
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 9])
const WEBP = Buffer.from('RIFF\0\0\0\0WEBPVP8 ')

beforeAll(async () => {
  api = await openApiTest()
  images = join(api.parts.filesDir, 'images')
  await mkdir(join(images, 'Metadata'))
  await writeFile(join(images, 'Maps', 'm1.jpg'), JPEG)
  await writeFile(join(images, 'Metadata', 'pump.png'), PNG)
  await writeFile(join(images, 'Metadata', 'a b.webp'), WEBP)
  await writeFile(join(images, 'Metadata', 'drawn.svg'), '<svg onload="alert(1)"/>')
  await writeFile(join(images, 'Metadata', '.half'), JPEG)
  await writeFile(join(images, 'empty.jpg'), '')
  await writeFile(join(api.parts.filesDir, 'outside.jpg'), JPEG)
  await symlink(join(api.parts.filesDir, 'outside.jpg'), join(images, 'link.jpg'))
  await symlink(api.parts.filesDir, join(images, 'folder'))
})
afterAll(() => api.close())

const image = (path: string, headers = {}) =>
  api.get(`/var/uploads/images/${path}`, { ...api.people.nobody, ...headers })

describe('a stored image', () => {
  test.each([
    ['Maps/m1.jpg', 'image/jpeg', JPEG],
    ['Metadata/pump.png', 'image/png', PNG],
    ['Metadata/a%20b.webp', 'image/webp', WEBP],
  ])('%s has the media type of its content', async (path, type, bytes) => {
    const answer = await image(path)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(Buffer.compare(answer.body as Buffer, bytes)).toBe(0)
  })

  test('keeps its ETag until it changes', async () => {
    const { etag } = (await image('Maps/m1.jpg')).headers
    const same = await image('Maps/m1.jpg', { 'if-none-match': etag })
    expect([same.status, same.headers['etag'], same.text]).toEqual([304, etag, ''])
    await writeFile(join(images, 'Maps', 'm1.jpg'), Buffer.concat([JPEG, JPEG]))
    const changed = await image('Maps/m1.jpg', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(etag)
  })

  test.each([
    'Maps/none.jpg',
    'Maps',
    'Maps/',
    'Metadata/drawn.svg',
    'Metadata/.half',
    'empty.jpg',
    'link.jpg',
    'folder/outside.jpg',
    '..%2foutside.jpg',
    '%2e%2e/outside.jpg',
    'Maps%2f..%2f..%2foutside.jpg',
    'Maps%5c..%5c..%5coutside.jpg',
    'Maps/m1.jpg%00.png',
    '%2fetc%2fpasswd',
    `${'x'.repeat(400)}.jpg`,
  ])('is not found at %s', async (path) => {
    const answer = await image(path)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('requires a session', async () => {
    const answer = await request(api.app).get('/var/uploads/images/Maps/m1.jpg')
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
  })

  test('does not answer HEAD, and refuses an invalid path clearly', async () => {
    const head = await request(api.app).head('/var/uploads/images/Maps/m1.jpg').set(api.people.admin)
    expect(head.status).toBe(405)
    const broken = await image('%E0%A4%A')
    expect([broken.status, broken.body.code]).toEqual([400, 'validation'])
  })
})

describe('counting and listing files', () => {
  test('returns every stored file by path, without incomplete ones', async () => {
    const paths = ['Maps/m1.jpg', 'Metadata/a b.webp', 'Metadata/drawn.svg', 'Metadata/pump.png', 'empty.jpg']
    expect((await api.get('/api/files/count', api.people.nobody)).body).toEqual({ count: paths.length })
    const { body } = await api.get('/api/files/list', api.people.nobody)
    expect(body.count).toBe(paths.length)
    expect(body.data.map((file: { path: string }) => file.path)).toEqual(paths)
    expect(body.data[0]).toEqual({ path: 'Maps/m1.jpg', size: 16, modifiedAt: expect.stringMatching(/Z$/) })
  })

  test('accepts a prefix', async () => {
    const { body } = await api.get('/api/files/list?prefix=Maps/')
    expect(body.data.map((file: { path: string }) => file.path)).toEqual(['Maps/m1.jpg'])
    expect((await api.get('/api/files/list?prefix=nothing')).body).toEqual({ data: [], count: 0 })
  })

  test.each(['/etc', '../', 'Maps/../..', 'a%00b', 'a%5cb'])('refuses the prefix %s', async (prefix) => {
    const answer = await api.get(`/api/files/list?prefix=${prefix}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
  })

  test('answers -1 when the files cannot be listed', async () => {
    await rename(images, `${images}-away`)
    await writeFile(images, 'no folder')
    await chmod(images, 0o600)
    expect((await api.get('/api/files/count')).body).toEqual({ count: -1 })
    expect((await api.get('/api/files/list')).body).toEqual({ data: [], count: -1 })
  })
})
