import { Button } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortTime } from '../../lib/time.ts'
import type { MapPin } from '../../map-engine/index.ts'
import { TimeRangePlayer } from '../../ui/time-range-player.tsx'
import { useOpenPlan } from '../map-canvas/index.ts'
import styles from './asset-location-map.module.css'
import { PinnedFloor } from './pinned-floor.tsx'
import { type Leg, legsOf, type PlacedPosition, trailOf } from './trail-legs.ts'

interface ReplayProps {
  readonly name: string
  /** At least one position, oldest first. */
  readonly positions: readonly PlacedPosition[]
}

/** Replay of a trail: the floor plan with the trail so far, the place in words, and the player. */
export function Replay({ name, positions }: ReplayProps) {
  // The shown position is kept by its time, because new positions change the indexes.
  const [time, setTime] = useState(positions[0]?.time ?? '')
  const following = positions.findIndex((position) => position.time > time)
  const index = Math.max(0, (following === -1 ? positions.length : following) - 1)
  const shown = positions[index]
  const goTo = (next: number): void => setTime(positions[next]?.time ?? time)
  const plan = useOpenPlan(shown?.mapId)
  const legs = useMemo(() => legsOf(positions), [positions])
  const leg = legs.find(({ first, last }) => first <= index && index <= last)
  const { x, y } = shown?.at ?? {}
  const pins = useMemo(
    (): readonly MapPin[] =>
      x === undefined || y === undefined ? [] : [{ id: 'asset', kind: 'pin', x, y, label: name }],
    [x, y, name],
  )
  const trail = useMemo(() => leg && trailOf(positions, leg, index), [positions, leg, index])
  if (!shown || !leg || !trail) return null
  return (
    <>
      <div className={styles.replay}>
        <PinnedFloor
          label={`${name}: ${shown.place}`}
          pins={pins}
          trail={trail}
          centre={shown.at}
          kind="asset"
          plan={plan}
          form="dialog"
        />
      </div>
      {legs.length > 1 ? <LegChoice positions={positions} legs={legs} leg={leg} goTo={goTo} /> : null}
      <p className={styles.replayed} role="status">
        {shown.place}
      </p>
      <TimeRangePlayer times={positions.map((position) => position.time)} index={index} onIndex={goTo} />
    </>
  )
}

interface LegChoiceProps {
  readonly positions: readonly PlacedPosition[]
  readonly legs: readonly Leg[]
  readonly leg: Leg
  readonly goTo: (index: number) => void
}

/** Choice between the floors of the trail. */
function LegChoice({ positions, legs, leg, goTo }: LegChoiceProps) {
  const { t } = useTranslation('asset-location')
  const place = legs.indexOf(leg)
  const [before, after] = [legs[place - 1], legs[place + 1]]
  const icon = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const
  return (
    <div className={styles.leg}>
      <Button
        aria-label={t('trail.previousFloor')}
        title={t('trail.previousFloor')}
        disabled={!before}
        onClick={() => before && goTo(before.first)}
        icon={<ChevronLeft {...icon} />}
      />
      <span role="status">
        {t('trail.leg', {
          floor: positions[leg.first]?.floor ?? '',
          from: shortTime(positions[leg.first]?.time),
          to: shortTime(positions[leg.last]?.time),
          number: place + 1,
          count: legs.length,
        })}
      </span>
      <Button
        aria-label={t('trail.nextFloor')}
        title={t('trail.nextFloor')}
        disabled={!after}
        onClick={() => after && goTo(after.first)}
        icon={<ChevronRight {...icon} />}
      />
    </div>
  )
}
