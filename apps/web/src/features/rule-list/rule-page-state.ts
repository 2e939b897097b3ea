import { type UrlSchema, urlNumber, useUrlState } from '../../lib/url-state.ts'

/** Page sizes to choose from. */
export const PAGE_SIZES = [5, 10, 15] as const

/** Page and page size of a list of rules. */
export interface RulePage {
  readonly page: number
  readonly pageSize: number
}

const schema: UrlSchema<RulePage> = {
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', 10, PAGE_SIZES),
}

/** Returns the {@link RulePage} of the address, and a function that changes it. */
export const useRulePage = () => useUrlState(schema)
