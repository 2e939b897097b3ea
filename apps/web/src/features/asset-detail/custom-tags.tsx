import type { Asset } from '@wardtrack/contracts'
import { Tag } from 'antd'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { Panel } from '../../ui/panel.tsx'
import { assetName } from '../asset-display/index.ts'
import styles from './asset-detail.module.css'
import { DialogButton } from './dialog-button.tsx'

const CustomTagDialog = lazy(async () => ({
  default: (await import('./custom-tag-dialog.tsx')).CustomTagDialog,
}))

/** Custom tags of an asset, with removal and a dialog to assign them. */
export function CustomTags({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const offline = useOfflineReason()
  const takeOff = useTakeOff(asset)
  const assign = (
    <DialogButton
      label={t('customTags.assign')}
      dialog={(close) => <CustomTagDialog asset={asset} onClose={close} />}
    />
  )
  return (
    <Panel title={t('customTags.title')} extra={assign}>
      {asset.CustomTags.length === 0 ? (
        <p className={styles.none}>{t('customTags.none')}</p>
      ) : (
        <ul className={styles.tags}>
          {asset.CustomTags.map((tag) => (
            <li key={tag}>
              <Tag
                closable={offline === undefined ? { 'aria-label': t('customTags.removeOf', { tag }) } : false}
                onClose={(event) => {
                  event.preventDefault()
                  takeOff(tag)
                }}
              >
                {tag}
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Asks for confirmation to remove a custom tag from the asset, and removes it. */
function useTakeOff(asset: Asset): (tag: string) => void {
  const { t } = useTranslation('asset-detail')
  const confirm = useConfirm()
  const { AssetType, AssetId } = asset
  const { mutateAsync } = useApiMutation({
    call: (customTag: string) => api.call('removeCustomTag', { body: { customTag, AssetId, AssetType } }),
    success: (answer) => answer.message,
    invalidates: [[KEYS.asset, AssetType, AssetId]],
  })
  return (tag) =>
    confirm({
      title: t('customTags.remove.title', { tag, asset: assetName(asset) }),
      content: t('customTags.remove.what'),
      verb: t('customTags.remove.verb'),
      onConfirm: () => mutateAsync(tag),
    })
}
