import { PAGE_SETS, PAGES } from '@wardtrack/contracts/pages'

/** A privilege that many hospitals start with. Its name begins with May in every language. */
export interface PrivilegeProposal {
  /** Part of its text keys, `proposal.{key}.name` and `.description`. */
  readonly key: 'administer' | 'seeEquipment' | 'drawMaps' | 'runReports'
  readonly pages: readonly string[]
}

const { DASHBOARD, ASSET_DETAIL, ALERT, HIERARCHY, FENCE, REPORT, GENERATE_REPORT } = PAGE_SETS
const distinct = (...sets: readonly (readonly string[])[]): readonly string[] => [...new Set(sets.flat())]

/** Proposals, the one for administrators first, because the user who adds the first privilege gets it. */
export const PRIVILEGE_PROPOSALS: readonly PrivilegeProposal[] = [
  { key: 'administer', pages: PAGES },
  {
    key: 'seeEquipment',
    pages: distinct(DASHBOARD, ASSET_DETAIL, ALERT, ['view-map', 'report/all-assets-map-view', 'profile']),
  },
  {
    key: 'drawMaps',
    pages: distinct(HIERARCHY, FENCE, ['profile']),
  },
  {
    key: 'runReports',
    pages: distinct(DASHBOARD, REPORT, GENERATE_REPORT, ['profile']),
  },
]
