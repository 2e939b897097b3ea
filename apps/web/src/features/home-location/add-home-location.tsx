import { useQueryClient } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { Alert, Button, Modal } from 'antd'
import { MapPinHouse } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { levelValues, pathText } from '../../lib/place.ts'
import { assetQuery } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { usePhone } from '../../lib/use-media.ts'
import { assetName } from '../asset-display/index.ts'
import { LocationCascade, useLocationLevels } from '../places/index.ts'
import styles from './home-location-dialog.module.css'

interface HomeLocationDialogProps {
  readonly asset: Asset
  readonly onClose: () => void
}

/** Choice of an asset's home location, level by level. A path that ends early means the whole of that place. */
function HomeLocationDialog({ asset, onClose }: HomeLocationDialogProps) {
  const { t } = useTranslation('home-location')
  const home = asset.HomeLocation?.fullPath
  const { chosen, levels } = useLocationLevels(levelValues(home))
  const offline = useOfflineReason()
  const save = useSaveHome(asset, onClose)
  return (
    <Modal
      open
      title={t(home ? 'change' : 'add')}
      okText={t('save')}
      okButtonProps={{
        loading: save.isPending,
        disabled: chosen.length === 0 || offline !== undefined,
        ...(offline ? { title: offline } : {}),
      }}
      onOk={() => save.mutate(chosen)}
      onCancel={onClose}
      width={480}
    >
      <p className={styles.about}>
        {home
          ? t('belongsTo', { asset: assetName(asset), place: pathText(home) })
          : t('none', { asset: assetName(asset) })}
      </p>
      {save.error ? (
        <Alert
          className={styles.error ?? ''}
          type="error"
          showIcon
          role="alert"
          title={serverText(save.error.message)}
        />
      ) : null}
      <LocationCascade levels={levels} />
    </Modal>
  )
}

function useSaveHome(asset: Asset, onSaved: () => void) {
  const client = useQueryClient()
  const { AssetType, AssetId } = asset
  return useApiMutation({
    call: (values: readonly string[]) => {
      const level = Object.fromEntries(values.map((value, index) => [`Level_${index + 1}`, value]))
      return api.call('saveHomeLocation', { body: { AssetType, AssetId, level } })
    },
    success: ({ message }) => message,
    // The dialog shows the failure.
    failure: () => undefined,
    onSuccess: ({ HomeLocation }) => {
      client.setQueryData(
        assetQuery(AssetType, AssetId).queryKey,
        (known) => known && { ...known, HomeLocation },
      )
      onSaved()
    },
  })
}

/** The button and its dialog. */
export function AddHomeLocation({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('home-location')
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size={phone ? 'large' : 'middle'}
        block={phone}
        onClick={() => setOpen(true)}
        icon={<MapPinHouse size={16} strokeWidth={1.8} aria-hidden />}
      >
        {t(asset.HomeLocation ? 'change' : 'add')}
      </Button>
      {open ? <HomeLocationDialog asset={asset} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
