import { useQuery } from '@tanstack/react-query'
import type { ResolvedStart, StartPoint } from '@wardtrack/contracts'
import { Button } from 'antd'
import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/api.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { placeOf } from '../../lib/place.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { CategoryChips } from './category-chips.tsx'
import styles from './nearest.module.css'
import { categoriesQuery, nearestAssetsQuery } from './nearest.query.ts'
import {
  lastPlace,
  NEAREST_SCHEMA,
  type NearestAddress,
  nearestPath,
  startOf,
  useLastPlace,
} from './nearest-address.ts'
import { PlacePicker } from './place-picker.tsx'
import { ResultList } from './result-list.tsx'
import { TakingCards } from './taking-cards.tsx'

/**
 * Search for the nearest available equipment of a category, from the place in the address or the place chosen last.
 */
export function NearestView() {
  const [address, change] = useUrlState(NEAREST_SCHEMA)
  const [picks, setPicks] = useState(false)
  const remembered = useLastPlace()
  const start = startOf(address) ?? (remembered === '' ? undefined : { place: remembered })
  const place = start && 'place' in start ? start.place : ''
  usePageRefresh(() => void queryClient.invalidateQueries({ queryKey: [KEYS.nearest] }))
  // The address contains the whole search, so that it can be sent to others.
  useEffect(() => {
    if (place !== '' && address.place === '') change({ place }, { replace: true })
  })
  const choosePlace = (hierarchyId: string): void => {
    lastPlace.write(hierarchyId)
    setPicks(false)
    change({ place: hierarchyId, map: '', at: '', asset: '' })
  }
  const pathOf = (category: string): string =>
    start && 'mapId' in start
      ? `${nearestPath(category, '')}&map=${encodeURIComponent(address.map)}&at=${encodeURIComponent(address.at)}`
      : nearestPath(category, place)
  return (
    <div className={styles.page}>
      <CategoryPanel category={address.category} pathOf={pathOf} />
      {!start || picks ? <PlacePicker onPlace={choosePlace} /> : null}
      {start && !picks ? (
        <Results address={address} start={start} onChange={change} onOtherPlace={() => setPicks(true)} />
      ) : null}
    </div>
  )
}

function CategoryPanel({
  category,
  pathOf,
}: {
  readonly category: string
  readonly pathOf: (category: string) => string
}) {
  const { t } = useTranslation('nearest')
  return (
    <Panel title={t('whatDoYouNeed')}>
      <CategoryChips chosen={category} inLine={category !== ''} pathOf={pathOf} />
    </Panel>
  )
}

interface ResultsProps {
  readonly address: NearestAddress
  readonly start: StartPoint
  readonly onChange: (part: Partial<NearestAddress>, options?: { readonly replace?: boolean }) => void
  readonly onOtherPlace: () => void
}

function Results({ address, start, onChange, onOtherPlace }: ResultsProps) {
  const { t } = useTranslation('nearest')
  const { category, seen, asset } = address
  const categories = useQuery(categoriesQuery())
  const found = useQuery({
    ...nearestAssetsQuery({ category, start, seenWithinMinutes: seen }),
    enabled: category !== '',
  })
  // A place with results is where this user is, so the next search starts there.
  const place = 'place' in start && found.data ? start.place : ''
  useEffect(() => {
    if (place !== '') lastPlace.write(place)
  }, [place])
  if (category === '') return <p className={styles.note}>{t('chooseCategory')}</p>
  const isUnknown = found.error instanceof CallError && [400, 404].includes(found.error.status)
  if (isUnknown && !found.data)
    return (
      <Panel title={t('placeGone')}>
        <div className={styles.search}>
          <p>{t('placeGoneWhy')}</p>
          <Button size="large" type="primary" onClick={onOtherPlace}>
            {t('choosePlace')}
          </Button>
        </div>
      </Panel>
    )
  const alias = categories.data?.find((entry) => entry.category === category)?.alias ?? category
  return (
    <QueryState query={found} failed={t('failed')} boxed>
      {(answer) => (
        <>
          <TakingCards taking={answer.taking} />
          <From start={answer.start} onOtherPlace={onOtherPlace} />
          <ResultList
            answer={answer}
            category={alias}
            start={start}
            seen={seen}
            chosen={asset}
            onChoose={(AssetId) => onChange({ asset: AssetId }, { replace: true })}
            onSeen={(minutes) => onChange({ seen: minutes })}
          />
        </>
      )}
    </QueryState>
  )
}

function From({ start, onOtherPlace }: { readonly start: ResolvedStart; readonly onOtherPlace: () => void }) {
  const { t } = useTranslation('nearest')
  const place = start.precision === 'point' ? start.mapName : placeOf(start.fullPath).place
  return (
    <div className={styles.from}>
      <MapPin size={18} strokeWidth={1.8} aria-hidden />
      <span>{t('from', { place })}</span>
      <Button size="large" onClick={onOtherPlace}>
        {t('change')}
      </Button>
    </div>
  )
}

export { NearestView as Page }
