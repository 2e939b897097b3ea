import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type CriteriaBody, type calls, type HandlerInput, messages } from '@wardtrack/contracts'
import type { AssetDoc } from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import { type AssetFilter, type AssetLists, criteriaOf, mayFindPatients } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'

type Body = HandlerInput<typeof calls.changeBulkStatus>['body']
type Selector = Omit<Body, 'query' | 'status' | 'wait'>

/** Maximum number of assets that one job changes. */
const MAX_SELECTED = 200_000

/** Assets of a selection, and whether they may include patients. */
export type SelectedAssets = { ids: AssetDoc['_id'][]; ofPatients: boolean }

type Sources = { db: ServiceParts['db']; metadata: MetadataStore; lists: AssetLists; actor: SessionActor }

/**
 * Finds the assets that a body of changeBulkStatus selects, among those visible to the session.
 * @throws ApiError 400 when it selects all or too many assets
 */
export async function findSelected(sources: Sources, body: Body): Promise<SelectedAssets> {
  const { db, metadata, lists, actor } = sources
  const fields = await metadata.criteriaFields()
  const filters = await Promise.all(
    criteriaOfSelector(body.query ?? body).map(({ criteria, pathPrefix }) =>
      lists.filterOf(criteriaOf(criteria, fields, pathPrefix), { actor, activeByDefault: false }),
    ),
  )
  const ids: AssetDoc['_id'][] = []
  for (const filter of filters) ids.push(...(await idsOf(db, filter)))
  if (ids.length > MAX_SELECTED) throw invalidMember('', messages.tooManySelected)
  return { ids, ofPatients: actor.patientDataAccess && filters.some(mayFindPatients) }
}

async function idsOf(db: ServiceParts['db'], filter: AssetFilter): Promise<AssetDoc['_id'][]> {
  // driver: see `AssetFilter`
  const found = db.driver.assets.find(filter, { projection: { _id: 1 } }).limit(MAX_SELECTED + 1)
  return (await found.toArray()).map(({ _id }) => _id)
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Converts a selection to lists of criteria, of which an asset meets at least one. `pathPrefix`: their path in the
 * body.
 */
function criteriaOfSelector({
  keys,
  criteria,
  ...named
}: Selector): { criteria: CriteriaBody; pathPrefix: string }[] {
  if (keys) {
    const ids = new Map<string, string[]>()
    for (const { AssetType, AssetId } of keys) ids.set(AssetType, [...(ids.get(AssetType) ?? []), AssetId])
    return [...ids].map(([AssetType, AssetId]) => ({
      criteria: [{ AssetType }, { AssetId }],
      pathPrefix: 'keys',
    }))
  }
  if (criteria !== undefined) return [{ criteria, pathPrefix: 'criteria' }]
  const empty = Object.entries(named).find(([, value]) => isEmpty(value))
  if (named.AssetType === undefined || empty)
    throw invalidMember(empty?.[0] ?? 'AssetType', messages.selectionNeeded)
  const { AssetType, AssetId, 'Fields.PrimaryCategory': category } = named
  const conditions = [{ AssetType }, { AssetId }, { 'Fields.PrimaryCategory': category }]
  return [{ criteria: conditions, pathPrefix: '' }]
}
