import { PAGE_SETS, PAGES } from '@wardtrack/contracts/pages'

/** A privilege that many hospitals begin with. Its name is the same in every language: it begins with May. */
export interface PrivilegeProposal {
  /** Part of the keys of its texts, `proposal.{key}.name` and `.description`. */
  readonly key: 'administer' | 'seeEquipment' | 'drawMaps' | 'runReports'
  readonly pages: readonly string[]
}

const { DASHBOARD, ASSET_DETAIL, ALERT, HIERARCHY, FENCE, REPORT, GENERATE_REPORT } = PAGE_SETS
const distinct = (...sets: readonly (readonly string[])[]): readonly string[] => [...new Set(sets.flat())]

/** The proposals, the one for administrators first: the first privilege goes to whoever adds it. */
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
