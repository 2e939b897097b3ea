import type { CriteriaBody } from '@wardtrack/contracts'
import { invalidCriteria } from './read-asset-criteria.ts'

const ACTIVE: readonly unknown[] = ['active', true]
const INACTIVE: readonly unknown[] = ['inactive', false]

/**
 * Converts the `query` of assetsList to criteria: `status` filters `AssetStatus`. All other members are criteria
 * already.
 * @throws ApiError `invalid_criteria` for an invalid status
 */
export function statusAsCriteria(query: CriteriaBody): CriteriaBody {
  if (Array.isArray(query) || !Object.hasOwn(query, 'status')) return query
  const { status, ...rest } = query
  if (status === undefined || status === null || status === '') return rest
  if (ACTIVE.includes(status)) return { ...rest, AssetStatus: 'active' }
  if (INACTIVE.includes(status)) return { ...rest, AssetStatus: 'inactive' }
  throw invalidCriteria('query.status', 'active, inactive, true or false is needed.')
}
