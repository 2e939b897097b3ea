import { useQuery } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { Button, Select, Tag } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { customTagsQuery, KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { assetName } from '../asset-display/index.ts'
import styles from './custom-tags.module.css'

/** The custom tags of an asset: taken off one by one, assigned in a dialog. */
export function CustomTags({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const offline = useOfflineReason()
  const takeOff = useTakeOff(asset)
  const [open, setOpen] = useState(false)
  const assign = (
    <Button
      size="small"
      disabled={offline !== undefined}
      title={offline}
      icon={<Plus size={14} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {t('customTags.assign')}
    </Button>
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
      {open ? <AssignDialog asset={asset} onClose={() => setOpen(false)} /> : null}
    </Panel>
  )
}

/** Asks whether a custom tag shall be taken off the asset, and does it. */
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

interface AssignDialogProps {
  readonly asset: Asset
  readonly onClose: () => void
}

function AssignDialog({ asset, onClose }: AssignDialogProps) {
  const { t } = useTranslation('asset-detail')
  const tags = useQuery(customTagsQuery())
  const { AssetType, AssetId } = asset
  const assigning = useApiMutation({
    call: (newCustomTag: string) => api.call('addCustomTag', { body: { newCustomTag, AssetId, AssetType } }),
    success: (answer) => answer.message,
    failure: () => undefined,
    invalidates: [[KEYS.asset, AssetType, AssetId]],
    onSuccess: onClose,
  })
  const state = useAppForm<{ tag: string }>({
    initial: { tag: '' },
    check: ({ tag }) => ({ tag: tag ? undefined : translate('messages:customTagNeeded') }),
    fieldOf: () => 'tag',
    onSubmit: ({ tag }) => assigning.mutateAsync(tag),
  })
  const free = (tags.data ?? []).filter(({ name }) => !asset.CustomTags.includes(name))
  return (
    <FormDialog
      state={state}
      title={t('customTags.dialog', { asset: assetName(asset) })}
      verb={t('customTags.assign')}
      onClose={onClose}
    >
      <AppField name="tag" label={t('customTags.tag')} required help={t('customTags.help')}>
        <TagChoice
          names={free.map(({ name }) => name)}
          loading={tags.isPending}
          failure={tags.error?.message}
        />
      </AppField>
    </FormDialog>
  )
}

interface TagChoiceProps {
  readonly names: readonly string[]
  readonly loading: boolean
  readonly failure: string | undefined
  readonly value?: string
  readonly onChange?: (tag: string) => void
  readonly id?: string
}

/** An empty value shows the placeholder. */
function TagChoice({ names, loading, failure, value, onChange, id }: TagChoiceProps) {
  const { t } = useTranslation('asset-detail')
  return (
    <Select
      {...(id ? { id } : {})}
      value={value || null}
      onChange={(tag: string | null) => onChange?.(tag ?? '')}
      loading={loading}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('customTags.choose')}
      notFoundContent={failure ?? t('customTags.noneFree')}
      options={names.map((name) => ({ value: name, label: name }))}
    />
  )
}
