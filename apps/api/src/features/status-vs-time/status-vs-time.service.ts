import { type Actor, disclosedPatients, type ServiceParts, sessionOf } from '@wardtrack/access'
import type { ChartAsset, calls } from '@wardtrack/contracts'
import {
  type AssetDoc,
  pathText,
  type ReadCriteria,
  summarizeCriteria,
  type Types,
} from '@wardtrack/database'
import { visibleEncryptionLimits } from '@wardtrack/patient-rule'
import type { CallContext, Handler } from '@wardtrack/service-kit'
import { type AssetLists, toAssetAnswer } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { countedField, isCountedBy, type StateReader } from '../state-snapshots/index.ts'
import { readAssetCriteria } from './chart-range.ts'
import type { ChartReader } from './chart-reader.ts'
import { statesSince } from './status-vs-time.store.ts'

const DEFAULT_PAGE = { currentPage: 1, items: 5 }

type StatusVsTimeService = {
  chart: Handler<Actor, typeof calls.getStatusVsTimeReport>
  assets: Handler<Actor, typeof calls.getStatusVsTimeAssets>
}

/** Creates the service that counts the states of assets over time, and lists the counted assets. */
export function createStatusVsTimeService(
  { db, clock }: Pick<ServiceParts, 'db' | 'clock'>,
  metadata: MetadataStore,
  { lists, states, chart }: { lists: AssetLists; states: StateReader; chart: ChartReader },
): StatusVsTimeService {
  const audit = async (
    context: CallContext<Actor>,
    criteria: ReadCriteria,
    returned: number,
    docs: readonly AssetDoc[] = [],
  ): Promise<void> =>
    context.auditDetails({
      criteria: summarizeCriteria(criteria, await metadata.types()),
      returned,
      ...disclosedPatients(sessionOf(context.actor), docs),
    })
  return {
    chart: async ({ body }, context) => {
      const { criteria, points, bucketSeconds } = await chart.read(body, sessionOf(context.actor))
      await audit(context, criteria, points.length)
      const limits = visibleEncryptionLimits(criteria, sessionOf(context.actor))
      return { assets: points, maxAssets: points.length, bucketSeconds, ...limits }
    },
    assets: async ({ body: { items = {}, moment, state, pagination = DEFAULT_PAGE } }, context) => {
      const { criteria } = readAssetCriteria(items, await metadata.criteriaFields(), 'items')
      const at = Math.min(Date.parse(moment), clock.now())
      const ids = await chart.idsOf(criteria, sessionOf(context.actor))
      const counted: Types.ObjectId[] = []
      const assetIds = ids.map((id) => id.toHexString())
      await states.walk(assetIds, [at], (words) => {
        counted.push(...ids.filter((_id, index) => isCountedBy(state, words[index] ?? 0)))
      })
      const first = (pagination.currentPage - 1) * pagination.items
      const shown = counted.slice(first, first + pagination.items)
      const [docs, since] = await Promise.all([
        lists.read(shown),
        statesSince(db, shown, countedField(state), at),
      ])
      await audit(context, criteria, docs.length, docs)
      const assets = docs.flatMap((doc) => {
        const began = since.get(doc._id.toHexString())
        return began ? [chartAsset(toAssetAnswer(doc, sessionOf(context.actor)), began)] : []
      })
      return { assets, maxAssets: counted.length, moment: new Date(at).toISOString() }
    },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function chartAsset(
  { AssetType, AssetId, Fields, CurrentLocation }: ReturnType<typeof toAssetAnswer>,
  since: Date,
): ChartAsset {
  return {
    AssetId,
    AssetType,
    Name: textOf(Fields['AssetName']),
    SerialNo: textOf(Fields['SerialNo']),
    Category: textOf(Fields['PrimaryCategory']),
    Location: CurrentLocation ? pathText(CurrentLocation.fullPath) : '',
    since: since.toISOString(),
  }
}
