import { queryOptions } from '@tanstack/react-query'
import type { AssetRule } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** A rule and the type of the assets that it looks at. */
export interface TypedRule extends AssetRule {
  readonly assetType: string
}

/** Every asset rule that one may know of, by type and name. The server bounds how many there are. */
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

/** Stores a rule. One of a new name is switched off, whatever `status` says; the same name replaces. */
export const storeRule = ({ assetType, ...rule }: TypedRule) =>
  api.call('setRule', { body: { [assetType]: rule } })
