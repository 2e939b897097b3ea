import { type UrlSchema, urlNumber, useUrlState } from '../../lib/url-state.ts'

/** Rules of one page. */
export const PAGE_SIZES = [5, 10, 15] as const

/** Which page of a list of rules is shown, and how many it has. */
export interface RulePage {
  readonly page: number
  readonly pageSize: number
}

const schema: UrlSchema<RulePage> = {
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', 10, PAGE_SIZES),
}

/** {@link RulePage} of the address, and the way to another. */
export const useRulePage = () => useUrlState(schema)
