import type { ReportName, ResponseOf } from '@wardtrack/contracts'
import { createClient } from '@wardtrack/contracts/client'
import { openDatabase } from '@wardtrack/database'
import { STORE_SETTINGS } from '@wardtrack/embedded-mongo'
import type { StandaloneSettings } from '../config.ts'
import { reachStore } from '../embedded-store.ts'
import type { PlainAnswers } from './plain-oracle.ts'
import { SUPERVISOR, signInAt } from './running-product.ts'

/** Reports whose rows depend only on events, not on the time of the request. */
const REPORTS = [
  'status-vs-time',
  'pump-movement',
  'movement-vs-time',
  'rtls-alarm',
  'mednet-alarm',
  'utilisation',
  'dwell',
  'cleaning',
  'battery-heat',
  'wifi-heat',
  'unmoved',
] as const
const PAGE = 100
/** Columns that depend on the arrival order of alarms and are therefore not compared. */
const OF_ARRIVAL = new Set(['Location', 'Battery'])
const HOME = { 'HomeLocation.fullPath': { Level_1: 'Site', Level_2: 'home' } }

type Period = { from: number; until: number }
/** Reads reports at one address, as the person with every page. */
export type ReportAsker = {
  /** rows of every report as texts, sorted */
  reports(): Promise<Record<string, string[]>>
  /** the rows that the plain oracle also computes */
  plain(): Promise<PlainAnswers>
  /** assets whose reports do not include all events yet */
  waiting(): Promise<{ waiting: number; oldest?: string | undefined }>
}

/** Assigns every asset a home that it never visits, so that reports of movements show all assets. */
export async function giveHomes(
  settings: Pick<StandaloneSettings, 'MONGODB_URI'>,
  dataDir: string,
): Promise<void> {
  const store = await reachStore(dataDir, { ...settings, WARDTRACK_STORE: STORE_SETTINGS })
  const db = await openDatabase(store.uri, { poolSize: 1 })
  await db.driver.assets.updateMany({}, { $set: HOME })
  await db.close()
  await store.close?.()
}

/** Signs in and returns the reader of reports. */
export async function openReportAsker(url: string, { from, until }: Period): Promise<ReportAsker> {
  const token = await signInAt(url, SUPERVISOR)
  const headers = { authorization: `Bearer ${token}` }
  const client = createClient({ bases: { api: `${url}/api` }, headers: () => headers })
  const createdAt = { $gte: new Date(from).toISOString(), $lt: new Date(until).toISOString() }
  const pagesOf = async <N extends ReportName>(page: N): Promise<ResponseOf<'readReport', N>[]> => {
    const pages: ResponseOf<'readReport', N>[] = []
    let read = 0
    for (let currentPage = 1; ; currentPage += 1) {
      const body = { items: [{ createdAt }], pagination: { currentPage, items: PAGE } }
      const answer = await client.call('readReport', { params: { page }, body })
      pages.push(answer)
      read += answer.assets.length
      if (answer.assets.length === 0 || read >= answer.maxAssets) return pages
    }
  }
  return {
    reports: async () => {
      const found: Record<string, string[]> = {}
      for (const report of REPORTS) {
        const pages = await pagesOf(report)
        found[report] = pages.flatMap(({ assets }) => assets.map(textOfRow)).sort()
      }
      return found
    },
    plain: async () => ({
      conditions: (await pagesOf('rtls-alarm'))
        .flatMap(({ assets }) => assets)
        .map(({ AssetId, Event, createdAt: time, clearedAt = '' }) =>
          [AssetId, Event, time, clearedAt].join(' '),
        )
        .sort(),
      alarms: (await pagesOf('mednet-alarm'))
        .flatMap(({ assets }) => assets)
        .map(({ AssetId, Event, createdAt: time }) => [AssetId, Event, time].join(' '))
        .sort(),
      arrivals: (await pagesOf('movement-vs-time'))
        .flatMap(({ assets }) => assets)
        .map(({ AssetId, to, createdAt: time }) => [AssetId, to.split('>').at(-1), time].join(' '))
        .sort(),
    }),
    waiting: async () => (await client.call('getStorageUsage')).data.lateEvents,
  }
}

/** Returns a row as text without values that differ between equivalent stores. */
const textOfRow = (row: object): string =>
  JSON.stringify(
    Object.entries(row).filter(([name]) => name !== 'id' && name !== '_id' && !OF_ARRIVAL.has(name)),
  )
