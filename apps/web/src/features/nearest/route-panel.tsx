import { useQuery } from '@tanstack/react-query'
import type { ResponseOf, RouteLeg, StartPoint } from '@wardtrack/contracts'
import { CornerDownRight, Flag, Footprints, type LucideIcon, MoveVertical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatWholeMetres } from '../../lib/i18n/formats.ts'
import { placeOf } from '../../lib/place.ts'
import { QueryState } from '../../ui/query-state.tsx'
import styles from './nearest.module.css'
import { nearestRouteQuery } from './nearest.query.ts'
import { RouteFloor } from './route-floor.tsx'

type FoundRoute = ResponseOf<'nearestRoute'>

/** Route to one piece of equipment: on the plan of each floor, and in words. */
export function RoutePanel({ start, assetId }: { readonly start: StartPoint; readonly assetId: string }) {
  const { t } = useTranslation('nearest')
  const route = useQuery(nearestRouteQuery(start, assetId))
  return (
    <div className={styles.route}>
      <QueryState query={route} failed={t('routeFailed')}>
        {(found) => <Route key={assetId} route={found} />}
      </QueryState>
    </div>
  )
}

function Route({ route }: { readonly route: FoundRoute }) {
  const { t } = useTranslation('nearest')
  const { legs, asset } = route
  const [chosen, setChosen] = useState(0)
  const index = Math.min(chosen, Math.max(0, legs.length - 1))
  const leg = legs[index]
  const name = asset.AssetName ?? asset.AssetId
  return (
    <>
      {legs.length > 1 ? (
        <div className={styles.legs} role="group" aria-label={t('floors')}>
          {legs.map((choice, number) => (
            <button
              key={legKey(choice)}
              type="button"
              aria-pressed={number === index}
              onClick={() => setChosen(number)}
            >
              {choice.mapName}
            </button>
          ))}
        </div>
      ) : null}
      <RouteFloor
        mapId={leg?.mapId ?? asset.mapId}
        points={leg?.points ?? []}
        from={index === 0 && leg ? route.start : undefined}
        to={leg === legs.at(-1) ? asset : undefined}
        name={name}
      />
      <ol className={styles.steps}>
        {legs.map((step) => (
          <Step key={legKey(step)} leg={step} />
        ))}
        <StepLine
          Icon={Flag}
          text={t('arrive', { place: placeOf(asset.fullPath).place || asset.mapName, name })}
        />
      </ol>
      <Note route={route} />
    </>
  )
}

/** Note about the precision of the route (along lanes, straight line, or unknown) and of the start. */
function Note({ route: { asset, start } }: { readonly route: FoundRoute }) {
  const { t } = useTranslation('nearest')
  const metres = asset.metres === null ? '' : formatWholeMetres(asset.metres)
  return (
    <p className={styles.note}>
      {asset.metres === null
        ? t('noWay', { floor: asset.mapName })
        : asset.alongLanes
          ? t('alongLanes', { metres })
          : t('straightLine', { metres })}
      {start.precision === 'map' ? ` ${t('fromMiddle', { floor: start.mapName })}` : ''}
    </p>
  )
}

/** Returns a unique key: a route visits a point of a map only once. */
const legKey = ({ mapId, points: [first] }: RouteLeg): string => `${mapId} ${first?.x} ${first?.y}`

const VIA = { lift: 'via.lift', stairs: 'via.stairs', passage: 'via.passage' } as const

function Step({ leg: { via, mapName } }: { readonly leg: RouteLeg }) {
  const { t } = useTranslation('nearest')
  if (!via) return <StepLine Icon={Footprints} text={t('walk', { floor: mapName })} />
  return (
    <StepLine
      Icon={via === 'passage' ? CornerDownRight : MoveVertical}
      text={t(VIA[via], { floor: mapName })}
    />
  )
}

function StepLine({ Icon, text }: { readonly Icon: LucideIcon; readonly text: string }) {
  return (
    <li>
      <Icon size={16} strokeWidth={1.8} aria-hidden />
      {text}
    </li>
  )
}
