import type { CriteriaBody } from '@wardtrack/contracts'
import { invalidCriteria } from './read-asset-criteria.ts'

const ACTIVE: readonly unknown[] = ['active', true]
const INACTIVE: readonly unknown[] = ['inactive', false]

/**
 * The `query` of assetsList as criteria: its `status` is matched against `AssetStatus`. Everything else is criteria already.
 * @throws ApiError `invalid_criteria` for a status that is none
 */
export function statusAsCriteria(query: CriteriaBody): CriteriaBody {
  if (Array.isArray(query) || !Object.hasOwn(query, 'status')) return query
  const { status, ...rest } = query
  if (status === undefined || status === null || status === '') return rest
  if (ACTIVE.includes(status)) return { ...rest, AssetStatus: 'active' }
  if (INACTIVE.includes(status)) return { ...rest, AssetStatus: 'inactive' }
  throw invalidCriteria('query.status', 'active, inactive, true or false is needed.')
}
