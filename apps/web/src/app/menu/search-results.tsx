import { useQuery } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { useAliases } from '../../lib/metadata.ts'
import { placeOf } from '../../lib/place.ts'
import { type AssetPage, assetListQuery } from '../../lib/queries.ts'
import styles from './global-search.module.css'

const MAX_RESULTS = 8

interface Found {
  readonly data: AssetPage | undefined
  readonly isError: boolean
  readonly isFetching: boolean
}

/** Assets of any type that match an upper-cased text of two or more characters. */
export function useFoundAssets(text: string): Found {
  const enabled = text.length >= 2
  const { data, isError, isFetching } = useQuery({
    ...assetListQuery({ search: text }, 1, MAX_RESULTS),
    enabled,
    meta: { quiet: true },
  })
  return { data: enabled ? data : undefined, isError, isFetching }
}

interface SearchResultsProps {
  readonly id: string
  readonly found: Found
  readonly active: number
  readonly onOpen: () => void
}

/** The list below the search box, with the number of what it does not show. */
export function SearchResults({ id, found, active, onOpen }: SearchResultsProps) {
  const { t } = useTranslation('shell')
  const assets = found.data?.assets ?? []
  const more = (found.data?.maxAssets ?? 0) - assets.length
  return (
    <div className={styles.results}>
      <div role="listbox" id={id} aria-label={t('search.results')}>
        {assets.map((asset, index) => (
          <Result
            key={asset._id}
            id={`${id}-${index}`}
            asset={asset}
            active={index === active}
            onOpen={onOpen}
          />
        ))}
      </div>
      <p className={styles.note} role="status">
        {noteOf(found, assets.length, more)}
      </p>
    </div>
  )
}

function noteOf(found: Found, shown: number, more: number): string {
  if (found.isError) return translate('shell:search.failed')
  if (!found.data) return translate('shell:search.searching')
  if (shown === 0) return translate('shell:search.none')
  return more > 0
    ? translate('shell:search.more', { count: more })
    : translate('shell:search.found', { count: shown })
}

interface ResultProps {
  readonly id: string
  readonly asset: Asset
  readonly active: boolean
  readonly onOpen: () => void
}

function Result({ id, asset, active, onOpen }: ResultProps) {
  const { t } = useTranslation('common')
  const { type } = useAliases(asset.AssetType)
  const { place } = placeOf(asset.CurrentLocation?.fullPath)
  return (
    <a
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={`${styles.result} ${active ? styles.active : ''}`}
      href={assetDetailHref(asset.AssetType, asset.AssetId)}
      target="_blank"
      rel="noopener"
      onClick={onOpen}
    >
      <span className={styles.name}>{asset.Fields.AssetName ?? asset.AssetId}</span>
      <span className={styles.kind}>{type}</span>
      <span className={styles.place}>{place || t('age.noPosition')}</span>
    </a>
  )
}
