import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openListTest()
  // The first request for the log copies the level of the service's log.
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

test('a line names user, page, exported fields and duration, but no values', async () => {
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
  // Logs are readable without the flag, so a row count that includes patients is left out.
  expect(Object.keys(lines[0]?.['details'] as object)).toEqual(['criteria'])
  expect(JSON.stringify(lines[0])).toContain('Fields.AssetName')
  expect(await readFile(join(api.parts.filesDir, 'logs', 'report.log'), 'utf8')).not.toMatch(
    /Wolfgang|PT-LOG/,
  )
})

test('a line counts the rows when they cannot include patients', async () => {
  const nurse = await api.people.signIn({ username: 'n.unflagged', pages: ['devices'] })
  await exported('devices', {}, nurse)
  await vi.waitFor(async () => {
    const found = (await logged()).filter(({ user }) => user === 'n.unflagged')
    expect(found.map(({ details }) => details)).toEqual([
      { criteria: expect.any(Array), returned: expect.any(Number) },
    ])
  }, TEST_WAIT)
})

test('logs refused requests, but never the name of an unknown page', async () => {
  const clerk = await api.people.signIn({ username: 'l.logged', pages: ['assetlist'] })
  await exported('assetlist', { items: [{ 'Fields.Nope': 'x' }] }, clerk)
  await exported('Zebulon%0A', {}, clerk)
  await vi.waitFor(async () => {
    const found = (await logged()).filter(({ user }) => user === 'l.logged')
    expect(found.map(({ msg, page, code }) => [msg, page, code])).toEqual([
      ['report refused or failed', 'assetlist', 'invalid_criteria'],
      ['report refused or failed', undefined, 'not_found'],
    ])
  }, TEST_WAIT)
})
