import { useQuery } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { useTypeName } from '../../lib/metadata.ts'
import { assetListQuery, KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useDebounced } from '../../lib/use-delayed.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { assetName } from '../asset-display/index.ts'

interface LinkDialogProps {
  readonly asset: Asset
  /** Asset types to choose from. */
  readonly types: readonly string[]
  readonly onClose: () => void
}

interface LinkValues {
  readonly type: string
  readonly ids: readonly string[]
}

type AssetName = Pick<Asset, 'AssetType' | 'AssetId'>

/** Number of assets offered initially; a search finds more. */
const OFFERED = 50

/** Links an asset with others of one type. */
export function LinkDialog({ asset, types, onClose }: LinkDialogProps) {
  const { t } = useTranslation('asset-detail')
  const nameOf = useTypeName()
  const { AssetType, AssetId } = asset
  const [type, setType] = useState(types.length === 1 ? (types[0] ?? '') : '')
  const linking = useApiMutation({
    call: (values: LinkValues) =>
      api.call('addAssetMapping', {
        body: {
          Mapping: values.ids.map((id): [AssetName, AssetName] => [
            { AssetType, AssetId },
            { AssetType: values.type, AssetId: id },
          ]),
        },
      }),
    success: (answer) => answer.message,
    failure: () => undefined,
    invalidates: [[KEYS.links]],
    onSuccess: onClose,
  })
  const state = useAppForm<LinkValues>({
    initial: { type, ids: [] },
    check: (values) => ({
      type: values.type ? undefined : translate('messages:assetTypeRequired'),
      ids: values.ids.length > 0 ? undefined : translate('messages:assetNeeded'),
    }),
    fieldOf: () => 'ids',
    onSubmit: (values) => linking.mutateAsync(values),
  })
  const changeType = (values: LinkValues): void => {
    if (values.type === type) return
    setType(values.type)
    state.form.setFieldsValue({ ids: [] })
  }
  return (
    <FormDialog
      state={state}
      title={t('links.dialog', { asset: assetName(asset) })}
      verb={t('links.add')}
      onClose={onClose}
      onValues={changeType}
    >
      <AppField name="type" label={t('links.assetType')} required>
        <Select
          placeholder={t('links.chooseType')}
          options={types.map((value) => ({ value, label: nameOf(value) }))}
        />
      </AppField>
      <AppField name="ids" label={t('links.assets')} required help={t('links.assetsHelp')}>
        <AssetChoice type={type} />
      </AppField>
    </FormDialog>
  )
}

interface AssetChoiceProps {
  readonly type: string
  readonly value?: readonly string[]
  readonly onChange?: (ids: string[]) => void
  readonly id?: string
}

const NONE: readonly string[] = []

/** Choice of assets of a type, found by name or id. */
function AssetChoice({ type, value = NONE, onChange, id }: AssetChoiceProps) {
  const { t } = useTranslation('asset-detail')
  const [text, setText] = useState('')
  const search = useDebounced(text.trim(), 250)
  const found = useQuery({
    ...assetListQuery({ AssetType: type, ...(search === '' ? {} : { search }) }, 1, OFFERED),
    enabled: type !== '',
  })
  const assets = type === '' ? [] : (found.data?.assets ?? []).filter(({ AssetType }) => AssetType === type)
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      value={[...value]}
      onChange={(ids: string[]) => onChange?.(ids)}
      disabled={type === ''}
      loading={found.isFetching}
      placeholder={t('links.choose')}
      showSearch={{ filterOption: false, onSearch: setText }}
      maxCount={100}
      notFoundContent={found.isError ? found.error.message : t('links.noneFound')}
      options={assets.map((asset) => ({
        value: asset.AssetId,
        label: asset.Fields.AssetName ? `${asset.Fields.AssetName} · ${asset.AssetId}` : asset.AssetId,
      }))}
    />
  )
}
