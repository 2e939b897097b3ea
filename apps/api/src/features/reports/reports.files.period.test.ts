import { exportedLists, reports } from '@wardtrack/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postForFile, readPdfPages, readSheets } from '../../testing/read-files.ts'
import { newId, openReportTest, type ReportTest } from './testing/report-test.ts'

let api: ReportTest
const reportIds: Record<string, string> = {}
beforeAll(async () => {
  api = await openReportTest()
  for (const [page, Type] of [
    ['custom-report', 'List'],
    ['heat-map-report', 'Heat Map'],
  ] as const) {
    const { body } = await api.post('/api/custom.createCustomReport', {
      Name: `${Type} ${newId().toHexString()}`,
      Description: 'About equipment',
      Subject: 'Equipment',
      Type,
      share: 'None',
      Fields: ['AssetName', 'SerialNo'],
      TargetField: 'BatteryLevel',
    })
    reportIds[page] = body.data._id
  }
})
afterAll(() => api.close())

const HOUR_MS = 3_600_000
const now = Date.now()
const at = (hoursAgo: number): string =>
  new Date(Math.floor(now / 1000) * 1000 - hoursAgo * HOUR_MS).toISOString()
const FROM = at(50)
const TO = at(26)
/** Formats a moment as files do in UTC. */
const written = (iso: string): string => iso.slice(0, 19).replace('T', ' ')
const ASKED = `from ${written(FROM)} to ${written(TO)} (UTC)`

/** Bodies that request the same period. */
const BODIES: Record<string, object> = {
  items: { items: [{ createdAt: { $gte: FROM, $lt: TO } }] },
  'a bare object': { createdAt: { startDate: FROM, endDate: TO } },
  'criteria that intersect': { criteria: [{ createdAt: { $gte: FROM } }, { createdAt: { $lt: TO } }] },
}
const PAGES = [...Object.keys(exportedLists), ...Object.keys(reports)]
const NEARBY = { metaData: { AssetType: 'Equipment', AssetId: 'P-1', SurroundingAsset: 'Pump' } }

/** Returns a body with the members that the page requires. */
function bodyOf(page: string, asked: object): object {
  const reportId = reportIds[page]
  if (page === 'nearby-pump') {
    const [list] = Object.values(asked)
    return Array.isArray(list) ? { items: [NEARBY, ...list] } : { ...asked, items: [NEARBY] }
  }
  return { ...asked, ...(reportId === undefined ? {} : { reportId }) }
}

async function periodInWorkbook(page: string, body: object): Promise<unknown> {
  const { status, bytes } = await postForFile(api, `/api/report.exportXlsx/${page}`, body)
  expect([page, status]).toEqual([page, 200])
  const [, about] = await readSheets(bytes)
  return about?.data.find(([name]) => name === 'Period')?.[1]
}
async function textOfPdf(page: string, body: object): Promise<string> {
  const { status, bytes } = await postForFile(api, `/api/report.exportPdf/${page}`, body)
  expect([page, status]).toEqual([page, 200])
  return (await readPdfPages(bytes)).flat().join(' ').replaceAll(/\s+/g, ' ')
}

describe.each(Object.entries(BODIES))('a period requested by %s', (_form, asked) => {
  test.each(PAGES)('is named in the workbook and the PDF of %s', async (page) => {
    const body = bodyOf(page, asked)
    expect(await periodInWorkbook(page, body)).toBe(ASKED)
    expect(await textOfPdf(page, body)).toContain(ASKED)
  })
})

test.each(PAGES)('the CSV of %s begins with its columns and names no period', async (page) => {
  const body = bodyOf(page, BODIES['items'] ?? {})
  const { status, text } = await api.post(`/api/report.exportCsv/${page}`, body)
  expect(status).toBe(200)
  expect(text).not.toContain('Period')
})
