import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathText, placeOf } from '../../lib/place.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import styles from './nearest.module.css'
import { nearestPlacesQuery } from './nearest.query.ts'

/** Asks where somebody stands: any place of the house that lies on a map. */
export function PlacePicker({ onPlace }: { readonly onPlace: (hierarchyId: string) => void }) {
  const { t } = useTranslation('nearest')
  const [search, setSearch] = useState('')
  const places = useQuery(nearestPlacesQuery(search))
  return (
    <Panel title={t('whereAreYou')}>
      <div className={styles.search}>
        <SearchBox label={t('searchPlace')} value={search} onSearch={setSearch} />
      </div>
      <QueryState query={places} failed={t('placesFailed')}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('noPlaces')} why={search === '' ? t('noPlacesWhy') : t('noPlacesFound')} />
          ) : (
            <ul className={styles.places}>
              {list.map(({ hierarchyId, fullPath }) => (
                <li key={hierarchyId}>
                  <button type="button" onClick={() => onPlace(hierarchyId)} title={pathText(fullPath)}>
                    <span>{placeOf(fullPath).place}</span>
                    <span className={styles.quiet}>{placeOf(fullPath).within}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Panel>
  )
}
