import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { assetListQuery, filterOptionsQuery } from '../../lib/queries.ts'
import { Field } from '../../ui/field.tsx'
import styles from './nearby-pump.module.css'
import { isComplete, type NearbyQuestion } from './nearby-question.ts'

/** Minimum length of a search text. */
const SEARCH_FROM = 2
const SUGGESTIONS = 8

/** Returns the assets of a type that match a text, to choose from. */
function useSuggestions(assetType: string, text: string) {
  const search = text.trim().toUpperCase()
  const query = useQuery({
    ...assetListQuery([{ AssetType: assetType }, { search }], 1, SUGGESTIONS),
    enabled: assetType !== '' && search.length >= SEARCH_FROM,
  })
  return query.data?.assets ?? []
}

interface NearbyFormProps {
  readonly question: NearbyQuestion
  readonly onSubmit: (question: NearbyQuestion) => void
}

/** Form with an asset and the kind of equipment around it; the search needs all values. */
export function NearbyForm({ question, onSubmit }: NearbyFormProps) {
  const { t } = useTranslation('reports')
  const mapping = useMetadata()
  const { data: groups = {} } = useQuery(filterOptionsQuery())
  const [chosen, setChosen] = useState(question)
  const suggestions = useSuggestions(chosen.assetType, chosen.asset)
  const set = (part: Partial<NearbyQuestion>): void => setChosen((before) => ({ ...before, ...part }))
  const types = Object.keys(groups).map((value) => ({ value, label: aliasesOf(mapping, value).type }))
  const categories = Object.entries(mapping?.['Equipment']?.['PrimaryCategory']?.Options ?? {}).map(
    ([value, { alias }]) => ({ value, label: alias || value }),
  )
  const submit = (): void => {
    const asset = chosen.asset.trim()
    const isSerial =
      !suggestions.some(({ AssetId }) => AssetId === asset) &&
      suggestions.some(({ Fields }) => Fields.SerialNo === asset)
    onSubmit({ ...chosen, asset, namedBy: isSerial ? 'SerialNo' : 'AssetId' })
  }
  return (
    <form
      className={styles.form}
      aria-label={t('nearby.form')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete(chosen)) submit()
      }}
    >
      <Field label={t('nearby.assetType')} error={undefined}>
        {({ id }) => (
          <Select
            id={id}
            value={chosen.assetType || null}
            placeholder={t('nearby.chooseType')}
            options={types}
            onChange={(assetType: string | null) => set({ assetType: assetType ?? '', asset: '' })}
          />
        )}
      </Field>
      <Field label={t('nearby.asset')} error={undefined}>
        {({ id }) => (
          <AutoComplete
            id={id}
            value={chosen.asset}
            disabled={chosen.assetType === ''}
            placeholder={t('nearby.chooseAsset')}
            options={suggestions.map(({ AssetId, Fields: { AssetName, SerialNo } }) => ({
              value: AssetId,
              label: [AssetName, SerialNo, AssetId].filter(Boolean).join(' · '),
            }))}
            onChange={(asset: string | undefined) => set({ asset: asset ?? '' })}
          />
        )}
      </Field>
      <Field label={t('nearby.around')} error={undefined}>
        {({ id }) => (
          <Select
            id={id}
            mode="tags"
            maxCount={1}
            value={chosen.around ? [chosen.around] : []}
            placeholder={t('nearby.chooseAround')}
            options={[
              { label: t('nearby.types'), options: types },
              ...(categories.length > 0 ? [{ label: t('nearby.categories'), options: categories }] : []),
            ]}
            onChange={(around: string[]) => set({ around: around.at(-1) ?? '' })}
          />
        )}
      </Field>
      <Button type="primary" htmlType="submit" disabled={!isComplete(chosen)}>
        {t('nearby.submit')}
      </Button>
    </form>
  )
}
