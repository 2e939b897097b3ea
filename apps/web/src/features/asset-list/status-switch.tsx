import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { assetName } from '../asset-display/index.ts'
import styles from './asset-list.module.css'
import { keyOf, type ListedAsset } from './asset-list-state.ts'

type Page = { readonly assets: readonly ListedAsset[] }

/** Activates and deactivates one asset. */
export function StatusSwitch({ asset }: { readonly asset: ListedAsset }) {
  const { t } = useTranslation('asset-list')
  const client = useQueryClient()
  const offline = useOfflineReason()
  const active = asset.AssetStatus === 'active'
  const toggle = useApiMutation({
    call: (flag: boolean) => api.call('toggleAssetStatus', { body: { key: keyOf(asset), flag } }),
    optimistic: (flag) => {
      const show = (AssetStatus: ListedAsset['AssetStatus']): void => {
        const changed = (row: ListedAsset): ListedAsset =>
          row._id === asset._id ? { ...row, AssetStatus } : row
        client.setQueriesData<Page>({ queryKey: [KEYS.assetTable], predicate: isPage }, (page) =>
          page ? { ...page, assets: page.assets.map(changed) } : page,
        )
      }
      show(flag ? 'active' : 'inactive')
      return () => show(asset.AssetStatus)
    },
    invalidates: [[KEYS.assetTable]],
  })
  return (
    <span className={styles.status}>
      <Switch
        size="small"
        checked={active}
        loading={toggle.isPending}
        disabled={offline !== undefined}
        title={offline ?? ''}
        aria-label={t(active ? 'deactivateOne' : 'activateOne', { name: assetName(asset) })}
        onChange={(flag) => toggle.mutate(flag)}
      />
      {t(active ? 'active' : 'inactive')}
    </span>
  )
}

const isPage = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[1] !== 'count'
