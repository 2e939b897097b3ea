const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Periods, and the maximum milliseconds for 95 of 100 first pages; both stores have those marked `both`. */
const PERIODS = [
  { period: '6 h', ms: 6 * HOUR_MS, most: 300, both: true },
  { period: '7 days', ms: 7 * DAY_MS, most: 800, both: true },
  { period: '30 days', ms: 30 * DAY_MS, most: 800 },
  { period: '90 days', ms: 90 * DAY_MS - HOUR_MS, most: 1_500 },
]
/** Period of reports about the present, and of those without a period. */
const NOW = [{ period: 'now', most: 300, both: true }]

const CATEGORY = { 'Fields.PrimaryCategory': 'Infusion Pump' }
const UNIT = { level: 'Level_3' }
const NEAR = { metaData: { AssetType: 'Equipment', AssetId: 'EQ-0000001', SurroundingAsset: 'Equipment' } }

/** Reports over a period: their page, and further parts of the request. */
const OVER_TIME = [
  { name: 'status-vs-time' },
  { name: 'status-vs-time', of: 'a category', body: CATEGORY },
  { name: 'pump-movement' },
  { name: 'pump-movement', of: 'a category', body: CATEGORY },
  { name: 'rtls-alert' },
  { name: 'rtls-alarm' },
  { name: 'rtls-alarm', of: 'without patients', body: { AssetType: ['Equipment', 'Clinician'] } },
  { name: 'mednet-alarm' },
  { name: 'movement-vs-time', of: 'arrived' },
  { name: 'fence-status', of: 'entered' },
  { name: 'utilisation', body: UNIT },
  { name: 'utilisation', of: 'a category', body: { ...UNIT, ...CATEGORY } },
  { name: 'dwell', body: UNIT },
  { name: 'dwell', of: 'a category', body: { ...UNIT, ...CATEGORY } },
]
const AT_PRESENT = [
  { name: 'movement-vs-time' },
  { name: 'fence-status' },
  { name: 'fence-status', of: 'by category', body: { sort: [{ sortField: 'Category', sortDirection: 1 }] } },
  { name: 'nearby-pump', body: NEAR },
  { name: 'battery-heat' },
  { name: 'wifi-heat' },
  { name: 'unmoved' },
  { name: 'not-seen' },
  { name: 'custom-report', isCustom: true },
]
/** Report sorted by a column that is no time: its rows are held in memory, 20,000 at most. */
const SORTED = {
  name: 'pump-movement',
  of: 'by asset',
  body: { sort: [{ sortField: 'AssetId', sortDirection: 1 }] },
}

/** All requests of the bench: the first page of each report. */
export const QUESTIONS = [
  ...AT_PRESENT.flatMap((report) => NOW.map((period) => ({ ...report, ...period }))),
  ...OVER_TIME.flatMap((report) => PERIODS.map((period) => ({ ...report, ...period }))),
  { ...SORTED, ...PERIODS[0] },
]

/** Returns the address and the body of a request. @param filledAt end of the stored events, in milliseconds */
export function requestOf({ name, ms, body = {}, isCustom }, { filledAt, customReport }) {
  const createdAt =
    ms === undefined
      ? {}
      : {
          createdAt: {
            $gte: new Date(filledAt - ms).toISOString(),
            $lt: new Date(filledAt).toISOString(),
          },
        }
  const report = isCustom ? { reportId: customReport } : {}
  return {
    path: `/api/report.getFilterDataForReport/${name}`,
    body: { ...body, ...report, ...createdAt, pagination: { currentPage: 1, items: 25 } },
  }
}
