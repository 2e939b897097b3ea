import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '@wardtrack/contracts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathText, placeOf } from '../../lib/place.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import styles from './nearest.module.css'
import { nearestPlacesQuery } from './nearest.query.ts'
import { recentPlaces } from './nearest-address.ts'

/** Reasons for offering places, in this order; other places come last. */
const GROUPS = ['recent', 'near', undefined] as const
const OTHERS = [undefined] as const

/** Asks for the user's place: any place of the hospital on a map. */
export function PlacePicker({ onPlace }: { readonly onPlace: (hierarchyId: string) => void }) {
  const { t } = useTranslation('nearest')
  const [search, setSearch] = useState('')
  // List at the time of opening, because a choice would reorder it.
  const [recent] = useState(recentPlaces)
  const places = useQuery(nearestPlacesQuery(search, recent))
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
            // Search results are sorted by match, not by earlier choices.
            (search === '' ? GROUPS : OTHERS).map((why) => (
              <PlaceGroup
                key={why ?? 'others'}
                title={why && t(`places.${why}`)}
                places={list.filter((place) => search !== '' || place.why === why)}
                onPlace={onPlace}
              />
            ))
          )
        }
      </QueryState>
    </Panel>
  )
}

interface PlaceGroupProps {
  readonly title: string | undefined
  readonly places: ResponseOf<'nearestPlaces'>['places']
  readonly onPlace: (hierarchyId: string) => void
}

/** Places offered for one reason; renders nothing if there are none. */
function PlaceGroup({ title, places, onPlace }: PlaceGroupProps) {
  const heading = useId()
  if (places.length === 0) return null
  return (
    <>
      {title ? (
        <h3 id={heading} className={styles.group}>
          {title}
        </h3>
      ) : null}
      <ul className={styles.places} {...(title ? { 'aria-labelledby': heading } : {})}>
        {places.map(({ hierarchyId, fullPath }) => (
          <li key={hierarchyId}>
            <button type="button" onClick={() => onPlace(hierarchyId)} title={pathText(fullPath)}>
              <span>{placeOf(fullPath).place}</span>
              <span className={styles.quiet}>{placeOf(fullPath).within}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
