import { useQuery } from '@tanstack/react-query'
import type { ResolvedStart, ResponseOf, StartPoint } from '@wardtrack/contracts'
import { Button } from 'antd'
import { Hand, MapPin } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/api.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { pathText, placeOf } from '../../lib/place.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { CategoryChips } from './category-chips.tsx'
import styles from './nearest.module.css'
import { categoriesQuery, nearestAssetsQuery, nearestPlacesQuery } from './nearest.query.ts'
import {
  lastPlace,
  NEAREST_SCHEMA,
  type NearestAddress,
  nearestPath,
  recentPlaces,
  startOf,
  useLastPlace,
} from './nearest-address.ts'
import { ResultList } from './result-list.tsx'
import { useClaims } from './use-claims.ts'

/** Reasons for offering places, in this order; other places come last. */
const GROUPS = ['recent', 'near', undefined] as const
const OTHERS = [undefined] as const

/** Asks for the user's place: any place of the hospital on a map. */
function PlacePicker({ onPlace }: { readonly onPlace: (hierarchyId: string) => void }) {
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

type Taking = ResponseOf<'nearestAssets'>['taking'][number]

const SECOND_MS = 1_000

/** Returns the current time in milliseconds, updated every second. */
function useSeconds(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Formats minutes and seconds until a time: `14:03`. */
function countdown(until: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / SECOND_MS))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Equipment claimed by the user, with the remaining time and a button to release it. */
function TakingCards({ taking }: { readonly taking: readonly Taking[] }) {
  const now = useSeconds()
  const live = taking.filter(({ claim }) => Date.parse(claim.until) > now)
  return live.map((asset) => (
    <TakingCard key={asset.AssetId} asset={asset} timeLeft={countdown(asset.claim.until, now)} />
  ))
}

function TakingCard({ asset, timeLeft }: { readonly asset: Taking; readonly timeLeft: string }) {
  const { t } = useTranslation('nearest')
  const { release } = useClaims()
  const name = asset.AssetName ?? asset.AssetId
  return (
    <section className={styles.taking} aria-label={t('taking', { name })}>
      <Hand size={18} strokeWidth={1.8} aria-hidden />
      <p>
        {t('taking', { name })} <span className={styles.left}>{t('left', { time: timeLeft })}</span>
      </p>
      <OnlineButton
        size="large"
        loading={release.isPending}
        onClick={() => release.mutate(asset.AssetId)}
        aria-label={t('releaseName', { name })}
      >
        {t('release')}
      </OnlineButton>
    </section>
  )
}

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
