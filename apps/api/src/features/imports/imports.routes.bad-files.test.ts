import { readdir } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'
import { messages } from '@wardtrack/contracts'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ImportTest, openImportTest } from '../../testing/import-test.ts'

let api: ImportTest
beforeAll(async () => {
  api = await openImportTest()
})
afterAll(() => api.close())

const CSV = 'AssetType,AssetId\nEquipment,E-1\n'

/** Creates a zip file with one entry that unpacks to a hundred times its size. */
function zipBomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(1_000_000, 'a'))
  return Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26), packed])
}

describe('a file that cannot be read', () => {
  const header = 'AssetType,AssetId,AssetName\n'
  test.each<[string, string | Buffer, string, string, number?]>([
    ['nothing in it', '', 'csv', messages.importEmpty],
    ['a header alone', header, 'csv', messages.importNoRows],
    ['blank lines alone', '\n\n \n', 'csv', messages.importNoRows],
    ['a zip bomb in it', zipBomb(), 'csv', messages.importNoText],
    ['gzip in it', Buffer.from([0x1f, 0x8b, 8, 0, 1]), 'json', messages.importNoText],
    ['an old workbook in it', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'csv', messages.importNoText],
    ['JSON under the name of csv', '[{"AssetId":"1"}]', 'csv', messages.importOtherFormat],
    ['XML under the name of csv', '<?xml version="1.0"?><a/>', 'csv', messages.importOtherFormat],
    ['csv under the name of JSON', header, 'json', messages.importOtherFormat],
    ['csv under the name of XML', header, 'xml', messages.importOtherFormat],
    [
      'letters of another encoding',
      Buffer.from(`${header}Equipment,E-1,Gr\u00f6\u00dfe\n`, 'latin1'),
      'csv',
      messages.importEncoding,
      2,
    ],
    [
      'letters of another encoding far down',
      Buffer.concat([
        Buffer.from(`${header}${'Equipment,E-1,Gr\u00f6\u00dfe\n'.repeat(6_000)}`),
        Buffer.from('Equipment,E-2,Gr\u00f6\u00dfe\n', 'latin1'),
      ]),
      'csv',
      messages.importEncoding,
      6_002,
    ],
    [
      'half a letter of UTF-16',
      Buffer.from(`\uFEFF${header}Equipment,E-1,\uD800\n`, 'utf16le'),
      'csv',
      messages.importEncodingUtf16,
      2,
    ],
    [
      'zero bytes',
      `${header}${'Equipment,E-1,x\n'.repeat(400)}Equipment,E-2,\u0000\n`,
      'csv',
      messages.importNul,
      402,
    ],
    [
      'quotes that are never closed',
      `${header}Equipment,E-1,x\nEquipment,E-2,"x\nEquipment,E-3,y\n`,
      'csv',
      messages.importQuotes,
      3,
    ],
    [
      'a cell of ten megabytes',
      `${header}Equipment,E-1,${'x'.repeat(10 * 1024 * 1024)}\n`,
      'csv',
      messages.importRowTooLong,
      2,
    ],
    [
      '5,000 columns',
      `${Array.from({ length: 5_000 }, (_, n) => `c${n}`).join()}\n1\n`,
      'csv',
      messages.importColumns,
      1,
    ],
    [
      '5,000 members',
      JSON.stringify([Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`c${n}`, 1]))]),
      'json',
      messages.importColumns,
      1,
    ],
    ['broken JSON', '[{"AssetId":1},{"AssetId":]', 'json', messages.importInvalidJson, 3],
    ['JSON that is cut off', '[{"AssetId":"1"},{"AssetId":"2"', 'json', messages.importInvalidJson, 3],
    ['JSON with something behind it', '[{"AssetId":"1"}] x', 'json', messages.importInvalidJson, 2],
    ['JSON with a comma too many', '[{"AssetId":"1"},]', 'json', messages.importInvalidJson, 3],
    ['an object in place of rows', '{"AssetId":"1"}', 'json', messages.importNotRows],
    [
      '10,000 levels of JSON',
      `[${'['.repeat(10_000)}${']'.repeat(10_000)}]`,
      'json',
      messages.importTooDeep,
      2,
    ],
    ['10,000 levels of XML', '<a>'.repeat(10_000) + '</a>'.repeat(10_000), 'xml', messages.importTooDeep, 1],
    [
      'an entity that is read from a file',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><r><AssetId>&x;</AssetId></r></a>',
      'xml',
      messages.importDoctype,
      1,
    ],
    [
      'entities that grow',
      '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><a>&b;</a>',
      'xml',
      messages.importDoctype,
      1,
    ],
    ['an unknown entity', '<a><r><AssetId>&x;</AssetId></r></a>', 'xml', messages.importInvalidXml, 1],
    ['XML that is cut off', '<a><r><AssetId>1', 'xml', messages.importInvalidXml, 1],
    [
      'XML of another encoding',
      '<?xml version="1.0" encoding="ISO-8859-1"?><a><r><b>1</b></r></a>',
      'xml',
      messages.importEncoding,
      1,
    ],
    [
      'a cell of two megabytes of XML',
      `<a><r><AssetId>${'x'.repeat(2 * 1024 * 1024)}</AssetId></r></a>`,
      'xml',
      messages.importRowTooLong,
      1,
    ],
  ])('with %s is refused and deleted', async (_title, content, format, message, line) => {
    const before = (await readdir(api.dir)).length
    const { status, body } = await api.upload(content, { format })
    expect([status, body.code, body.message]).toEqual([400, 'import_refused', message])
    if (line !== undefined) expect(body.errors).toEqual([{ path: 'file', message, line }])
    expect(await readdir(api.dir)).toHaveLength(before)
    expect(await api.count()).toBe(0)
  })

  test.each([
    ['no form', () => api.post('/api/imports', { operation: 'importCsv' }, api.clerk), 415],
    [
      'no file',
      () =>
        request(api.app)
          .post('/api/imports')
          .set(api.clerk)
          .field('operation', 'importCsv')
          .field('format', 'csv'),
      400,
    ],
    ['another operation', () => api.upload(CSV, { operation: 'importEverything' }), 400],
    ['another format', () => api.upload(CSV, { format: 'exe' }), 400],
    ['two files', () => api.upload(CSV).attach('file', Buffer.from(CSV), 'b.csv'), 400],
    [
      'members without end',
      () => {
        const sent = api.upload(CSV)
        for (let n = 0; n < 20; n += 1) sent.field(`m${n}`, 'x')
        return sent
      },
      400,
    ],
  ])('with %s is refused and deleted', async (_title, ask, status) => {
    const before = (await readdir(api.dir)).length
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.body.err).toBe(1)
    expect(await readdir(api.dir)).toHaveLength(before)
  })

  test('is stored under a generated name, never under the uploaded one', async () => {
    const { status, body } = await api.upload(CSV, { name: '../../../../etc/cron.d/x.csv' })
    expect(status).toBe(200)
    expect(body.data.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await readdir(api.dir)).toContain(body.data.id)
    expect(JSON.stringify(body)).not.toContain('cron')
  })
})
