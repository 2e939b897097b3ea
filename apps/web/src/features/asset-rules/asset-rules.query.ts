import { queryOptions } from '@tanstack/react-query'
import type { AssetRule } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** A rule and the type of the assets it applies to. */
export interface TypedRule extends AssetRule {
  readonly assetType: string
}

/** Query for all asset rules visible to the user, by type and name. The server limits their number. */
export const assetRulesQuery = () =>
  queryOptions({
    queryKey: [KEYS.rules, 'of-assets'],
    queryFn: async ({ signal }): Promise<TypedRule[]> => {
      const byType = await api.call('getRule', { signal })
      return Object.entries(byType).flatMap(([assetType, rules]) =>
        rules.map((rule) => ({ ...rule, assetType })),
      )
    },
  })

/** Stores a rule. A rule with a new name is switched off, whatever its `status`; an existing name is replaced. */
export const storeRule = ({ assetType, ...rule }: TypedRule) =>
  api.call('setRule', { body: { [assetType]: rule } })
