import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Asset, UnassignedTag } from '@wardtrack/contracts'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { pathText, providerTitle } from '../../lib/place.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useDecision } from '../../lib/use-confirm.ts'
import { useDebounced } from '../../lib/use-delayed.ts'
import { relativeTime } from '../../ui/age.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { assetName } from '../asset-display/index.ts'
import styles from './tag-dialog.module.css'

interface TagDialogProps {
  readonly asset: Asset
  readonly onClose: () => void
}

interface TagValues {
  readonly Provider: string
  readonly TagId: string
  readonly IsPrimary: boolean
}

const unassignedTagsQuery = (search: string) =>
  queryOptions({
    queryKey: [KEYS.unassignedTags, search],
    queryFn: async ({ signal }) =>
      (await api.call('getUnassignedTags', { query: search === '' ? {} : { search }, signal })).data,
    meta: { refreshMs: 10_000 },
  })

/** Associates a location tag: a recently seen tag without an asset, or a typed one. */
export function TagDialog({ asset, onClose }: TagDialogProps) {
  const { t } = useTranslation('asset-detail')
  const [typed, setTyped] = useState('')
  const associate = useAssociate(asset, onClose)
  const state = useAppForm<TagValues>({
    initial: { Provider: '', TagId: '', IsPrimary: asset.LocationTags.length === 0 },
    check: ({ Provider, TagId }) => ({
      Provider: Provider.trim() === '' ? translate('messages:fieldRequired') : undefined,
      TagId: TagId.trim() === '' ? translate('messages:fieldRequired') : undefined,
    }),
    fieldOf: (path) => (path.endsWith('Provider') ? 'Provider' : 'TagId'),
    onSubmit: associate,
  })
  return (
    <FormDialog
      state={state}
      title={t('tags.dialog', { asset: assetName(asset) })}
      verb={t('tags.associate')}
      onClose={onClose}
      onValues={({ TagId }) => setTyped(TagId)}
    >
      <SeenTags
        search={useDebounced(typed.trim(), 250)}
        onChoose={({ Provider, TagId }) => {
          state.form.setFieldsValue({ Provider, TagId })
          void state.form.validateFields(['Provider', 'TagId']).catch(() => undefined)
        }}
      />
      <AppField name="TagId" label={t('tags.tagId')} required>
        <Input maxLength={128} spellCheck={false} autoComplete="off" />
      </AppField>
      <AppField name="Provider" label={t('tags.provider')} required>
        <Input maxLength={100} spellCheck={false} autoComplete="off" />
      </AppField>
      <PrimaryField />
    </FormDialog>
  )
}

function PrimaryField() {
  const { t } = useTranslation('asset-detail')
  return (
    <AppField name="IsPrimary" label={t('tags.primary')}>
      <PrimaryBox />
    </AppField>
  )
}

interface PrimaryBoxProps {
  readonly value?: boolean
  readonly onChange?: (value: boolean) => void
}

function PrimaryBox({ value = false, onChange }: PrimaryBoxProps) {
  const { t } = useTranslation('asset-detail')
  return (
    <Checkbox checked={value} onChange={({ target }) => onChange?.(target.checked)}>
      {t('tags.primaryHelp')}
    </Checkbox>
  )
}

interface SeenTagsProps {
  readonly search: string
  readonly onChoose: (tag: UnassignedTag) => void
}

/** Tags without an asset, with place and time of their last position. */
function SeenTags({ search, onChoose }: SeenTagsProps) {
  const { t } = useTranslation('asset-detail')
  const now = useNow()
  const tags = useQuery(unassignedTagsQuery(search))
  return (
    <section className={styles.seen} aria-label={t('tags.seen')}>
      <h3>{t('tags.seen')}</h3>
      <QueryState query={tags} failed={t('tags.seenFailed')}>
        {(found) =>
          found.length === 0 ? (
            <p className={styles.none}>{t('tags.noneSeen')}</p>
          ) : (
            <ul>
              {found.map((tag) => (
                <li key={`${tag.Provider}|${tag.TagId}`}>
                  <button type="button" onClick={() => onChoose(tag)}>
                    <strong>{tag.TagId}</strong>
                    <span>{providerTitle(tag.Provider)}</span>
                    <span>{pathText(tag.fullPath) || tag.mapName || t('tags.placeUnknown')}</span>
                    <time dateTime={tag.seenAt} title={dateTime(tag.seenAt)}>
                      {relativeTime(tag.seenAt, now)}
                    </time>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}

/**
 * Associates a tag. If another asset that the user may see carries it, the user is asked for confirmation to move it.
 */
function useAssociate(asset: Asset, onDone: () => void): (values: TagValues) => Promise<void> {
  const { t } = useTranslation('asset-detail')
  const decide = useDecision()
  const { AssetType, AssetId } = asset
  const { mutateAsync } = useApiMutation({
    call: ({ move, ...LocationTag }: TagValues & { readonly move: boolean }) =>
      api.call('addLocationTag', { body: { AssetType, AssetId, LocationTag, move } }),
    success: (answer) => answer.message,
    failure: () => undefined,
    invalidates: [[KEYS.asset], [KEYS.unassignedTags]],
    onSuccess: onDone,
  })
  return async (values) => {
    try {
      await mutateAsync({ ...values, move: false })
    } catch (error) {
      const carrier =
        error instanceof CallError && error.code === 'duplicate' ? await findCarrier(values) : undefined
      if (!carrier) throw error
      const isWanted = await decide({
        title: t('tags.move.title', { tag: values.TagId, asset: assetName(carrier) }),
        content: t('tags.move.what', { asset: assetName(carrier), next: assetName(asset) }),
        verb: t('tags.move.verb'),
      })
      if (isWanted) await mutateAsync({ ...values, move: true })
    }
  }
}

/** Returns the asset that carries a tag, if the user may see it. */
async function findCarrier({ Provider, TagId }: TagValues): Promise<Asset | undefined> {
  const { assets } = await api.call('assetsFilter', {
    query: { pagesize: 50 },
    body: { 'LocationTags.TagId': TagId.trim(), AssetStatus: ['active', 'inactive'] },
  })
  return assets.find(({ LocationTags }) =>
    LocationTags.some((tag) => tag.TagId === TagId.trim() && tag.Provider === Provider.trim().toLowerCase()),
  )
}
