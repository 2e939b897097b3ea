import { useQuery } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { customTagsQuery, KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { assetName } from '../asset-display/index.ts'

interface CustomTagDialogProps {
  readonly asset: Asset
  readonly onClose: () => void
}

/** Assigns one of the custom tags that the asset does not have yet. */
export function CustomTagDialog({ asset, onClose }: CustomTagDialogProps) {
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
