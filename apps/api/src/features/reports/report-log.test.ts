import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openListTest()
  // The log of reports takes the level of the service's log when the first one is asked for.
  api.parts.log.level = 'info'
})
afterAll(() => api.close())

const exported = (page: string, body: unknown, headers: typeof api.people.admin) =>
  api.post(`/api/report.exportCsv/${page}`, body, headers)
const logged = async () =>
  (await readFile(join(api.parts.filesDir, 'logs', 'report.log'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('a line tells who exported which page by which fields and how long it took, and no value', async () => {
  await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-LOG', AssetName: 'Wolfgang' }])
  const nurse = await api.people.signIn({
    username: 'n.logged',
    pages: ['devices'],
    patientDataAccess: true,
  })
  const body = { AssetType: 'Patient', 'Fields.AssetName': 'Wolfgang', search: 'PT-LOG' }
  const answer = await exported('devices', body, nurse)
  expect(answer.text).toContain('PT-LOG')
  const lines = await vi.waitFor(async () => {
    const found = (await logged()).filter(({ user }) => user === 'n.logged')
    expect(found).toHaveLength(1)
    return found
  }, TEST_WAIT)
  expect(lines[0]).toMatchObject({
    service: 'report',
    msg: 'report answered',
    req: { id: expect.any(String) },
    report: '/report.exportCsv/{page}',
    page: 'devices',
    details: { criteria: expect.any(Array) },
    ms: expect.any(Number),
  })
  // A count of rows with patients among them would be known to everybody who may read logs.
  expect(Object.keys(lines[0]?.['details'] as object)).toEqual(['criteria'])
  expect(JSON.stringify(lines[0])).toContain('Fields.AssetName')
  expect(await readFile(join(api.parts.filesDir, 'logs', 'report.log'), 'utf8')).not.toMatch(
    /Wolfgang|PT-LOG/,
  )
})

test('a line counts the rows where no patient can be among them', async () => {
  const nurse = await api.people.signIn({ username: 'n.unflagged', pages: ['devices'] })
  await exported('devices', {}, nurse)
  await vi.waitFor(async () => {
    const found = (await logged()).filter(({ user }) => user === 'n.unflagged')
    expect(found.map(({ details }) => details)).toEqual([
      { criteria: expect.any(Array), returned: expect.any(Number) },
    ])
  }, TEST_WAIT)
})

test('has what was refused, and never a page that there is not as it was sent', async () => {
  const clerk = await api.people.signIn({ username: 'l.logged', pages: ['assetlist'] })
  await exported('devices', {}, clerk)
  await exported('Zebulon%0A', {}, clerk)
  await vi.waitFor(async () => {
    const found = (await logged()).filter(({ user }) => user === 'l.logged')
    expect(found.map(({ msg, page, code }) => [msg, page, code])).toEqual([
      ['report refused or failed', 'devices', 'forbidden'],
      ['report refused or failed', undefined, 'not_found'],
    ])
  }, TEST_WAIT)
})
