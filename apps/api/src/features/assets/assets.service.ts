import { type Actor, disclosedPatients, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type CriteriaBody, type calls, type Levels, messages, type Sort } from '@wardtrack/contracts'
import { type AssetDoc, type ReadCriteria, summarizeCriteria } from '@wardtrack/database'
import { visibleEncryptionLimits } from '@wardtrack/patient-rule'
import type { RuleEvaluation } from '@wardtrack/rules'
import { type CallContext, type Handler, invalidMember } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import { toAssetAnswer, toLinkPairs } from './asset-answer.ts'
import type { AssetLists } from './asset-lists.store.ts'
import { findHomeLocation, readTagHistory, storeHomeLocation } from './assets.store.ts'
import { findTarget } from './find-target.ts'
import { projected, projectionOf } from './projection.ts'
import { criteriaOf, invalidCriteria } from './read-asset-criteria.ts'

const ACTIVE: readonly unknown[] = ['active', true]
const INACTIVE: readonly unknown[] = ['inactive', false]

/**
 * Converts the `query` of assetsList to criteria: `status` filters `AssetStatus`. All other members are criteria
 * already.
 * @throws ApiError `invalid_criteria` for an invalid status
 */
function statusAsCriteria(query: CriteriaBody): CriteriaBody {
  if (Array.isArray(query) || !Object.hasOwn(query, 'status')) return query
  const { status, ...rest } = query
  if (status === undefined || status === null || status === '') return rest
  if (ACTIVE.includes(status)) return { ...rest, AssetStatus: 'active' }
  if (INACTIVE.includes(status)) return { ...rest, AssetStatus: 'inactive' }
  throw invalidCriteria('query.status', 'active, inactive, true or false is needed.')
}

const BY_NAME: readonly Sort[] = [{ sortField: 'Fields.AssetName', sortDirection: 1 }]
const BY_TYPE: readonly Sort[] = [{ sortField: 'AssetType', sortDirection: 1 }]
/** Default page size of assetsFilter. */
const DEFAULT_PAGE_SIZE = 9

type AssetService = {
  read: Handler<Actor, typeof calls.assetGetById>
  readLinks: Handler<Actor, typeof calls.getAssetMappingById>
  filter: Handler<Actor, typeof calls.assetsFilter>
  list: Handler<Actor, typeof calls.assetsList>
  saveHomeLocation: Handler<Actor, typeof calls.saveHomeLocation>
}

/** Creates the service that reads single assets and lists, and stores home locations. */
export function createAssetService(
  parts: ServiceParts,
  metadata: MetadataStore,
  lists: AssetLists,
  rules: RuleEvaluation,
): AssetService {
  const { db, bus } = parts
  const auditList = async (
    context: CallContext<Actor>,
    criteria: ReadCriteria,
    docs: readonly AssetDoc[],
  ): Promise<void> =>
    context.auditDetails({
      criteria: summarizeCriteria(criteria, await metadata.types()),
      returned: docs.length,
      ...disclosedPatients(sessionOf(context.actor), docs),
    })
  return {
    read: async ({ query: { assetType: AssetType, assetId: AssetId } }, context) => {
      const asset = await findTarget(db, context, { AssetType, AssetId })
      const [reserved, TagHistory] = await Promise.all([
        db.models.tagReservations.find({ asset: asset._id }).sort({ _id: 1 }),
        readTagHistory(db, asset),
      ])
      return {
        data: {
          ...toAssetAnswer(asset, sessionOf(context.actor)),
          ...(reserved.length > 0 ? { ReservedTags: reserved.map(({ tag }) => tag) } : {}),
          TagHistory,
        },
      }
    },
    readLinks: async ({ body }, context) => {
      const [[AssetType, AssetId] = ['', '']] = Object.entries(body)
      const asset = await findTarget(db, context, { AssetType, AssetId })
      return { Mapping: toLinkPairs(asset, sessionOf(context.actor)) }
    },
    filter: async ({ query, body }, context) => {
      const actor = sessionOf(context.actor)
      const criteria = criteriaOf(body, await metadata.criteriaFields())
      const page = query.page ?? criteria.pagination?.currentPage ?? 1
      const size = query.pagesize ?? criteria.pagination?.items ?? DEFAULT_PAGE_SIZE
      const range = { page, size, defaultSort: BY_NAME }
      const { docs, total } = await lists.page(criteria, { actor, activeByDefault: true }, range)
      await auditList(context, criteria, docs)
      const assets = docs.map((doc) => toAssetAnswer(doc, actor))
      return { assets, maxAssets: total, ...visibleEncryptionLimits(criteria, actor) }
    },
    list: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const fields = await metadata.criteriaFields()
      const criteria = criteriaOf(statusAsCriteria(body.query ?? {}), fields, 'query')
      const paths = projectionOf(body.projection, fields)
      const range = { page: body.page, size: body.pagesize, defaultSort: BY_TYPE }
      const { docs, total } = await lists.page(criteria, { actor, activeByDefault: false }, range)
      await auditList(context, criteria, docs)
      const data = docs.map((doc) => projected(toAssetAnswer(doc, actor), paths))
      return { data, count: total, ...visibleEncryptionLimits(criteria, actor) }
    },
    saveHomeLocation: async ({ body }, context) => {
      const asset = await findTarget(db, context, body)
      const HomeLocation = await findHomeLocation(db, levelNames(body.level))
      if (!HomeLocation) throw invalidMember('level', 'There is no such place.')
      await storeHomeLocation(db, rules, asset, HomeLocation)
      const { AssetType, AssetId } = asset
      bus.publish('asset.changed', { changes: [{ AssetType, AssetId, change: 'updated' }], tagKeys: [] })
      return { err: 0 as const, message: messages.done, HomeLocation }
    },
  }
}

/** Reads the names of the levels, Level_1 first, from any form that saveHomeLocation accepts. @throws ApiError 400 */
function levelNames(level: Levels | string[] | string): string[] {
  if (typeof level === 'string') return level.split('>').map((name) => name.trim())
  if (Array.isArray(level)) return level
  const names: string[] = []
  for (let number = 1; number <= Object.keys(level).length; number += 1) {
    const name = level[`Level_${number}`]
    if (name === undefined) throw invalidMember(`level.Level_${number}`, 'A level is missing.')
    names.push(name)
  }
  return names
}
