import { useQuery } from '@tanstack/react-query'
import type { Asset, LocationRow } from '@wardtrack/contracts'
import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ANY_TIME, type DateRange, isLimited, rangeText } from '../../lib/date-range.ts'
import { pathText } from '../../lib/place.ts'
import { locationHistoryQuery } from '../../lib/queries.ts'
import type { MapPin, Point } from '../../map-engine/index.ts'
import { DateRangePicker } from '../../ui/date-range-picker.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { TimeRangePlayer } from '../../ui/time-range-player.tsx'
import { useOpenPlan } from '../map-canvas/index.ts'
import styles from './asset-location-map.module.css'
import { PinnedFloor } from './pinned-floor.tsx'

/** So many of the latest positions are replayed. */
const POSITIONS = 200

interface Position {
  readonly time: string
  readonly mapId: string
  readonly at: Point
  readonly place: string
}

/** The rows that stand on a map, oldest first. */
const positionsOf = (rows: readonly LocationRow[]): Position[] =>
  rows
    .flatMap(({ Time, mapId, xCenterPoint: x, yCenterPoint: y, fullPath }) =>
      mapId === null || x === null || y === null
        ? []
        : [{ time: Time, mapId, at: { x, y }, place: pathText(fullPath) }],
    )
    .toReversed()

interface ReplayDialogProps {
  readonly asset: Asset
  readonly onClose: () => void
}

/** Where an asset has been lately, position after position on its floors. */
export function ReplayDialog({ asset, onClose }: ReplayDialogProps) {
  const { t } = useTranslation('common')
  const [range, setRange] = useState<DateRange>(ANY_TIME)
  const name = asset.Fields.AssetName || asset.AssetId
  const history = useQuery(
    locationHistoryQuery({
      assetType: asset.AssetType,
      assetId: asset.AssetId,
      page: 1,
      pageSize: POSITIONS,
      range,
    }),
  )
  const positions = useMemo(() => positionsOf(history.data?.assets ?? []), [history.data])
  return (
    <Modal
      open
      title={t('blocks.replay.of', { name })}
      onCancel={onClose}
      footer={null}
      width="min(1200px, calc(100vw - 32px))"
      centered
    >
      <div className={styles.period}>
        <DateRangePicker anyTime value={range} onChange={setRange} />
      </div>
      <QueryState query={history} failed={t('blocks.replay.failed')}>
        {() =>
          positions.length === 0 ? (
            <p>{t(isLimited(range) ? 'blocks.replay.emptyPeriod' : 'blocks.replay.empty')}</p>
          ) : (
            <Replay key={rangeText(range)} name={name} positions={positions} />
          )
        }
      </QueryState>
    </Modal>
  )
}

function Replay({ name, positions }: { readonly name: string; readonly positions: readonly Position[] }) {
  // Positions that come in meanwhile belong to the end; who looks at an older one stays there.
  const [index, setIndex] = useState(0)
  const shown = positions[Math.min(index, positions.length - 1)]
  const plan = useOpenPlan(shown?.mapId)
  const { x, y } = shown?.at ?? {}
  const pins = useMemo(
    (): readonly MapPin[] =>
      x === undefined || y === undefined ? [] : [{ id: 'asset', kind: 'pin', x, y, label: name }],
    [x, y, name],
  )
  if (!shown) return null
  return (
    <>
      <div className={styles.large}>
        <PinnedFloor
          label={`${name}: ${shown.place}`}
          pins={pins}
          centre={shown.at}
          kind="asset"
          plan={plan}
          form="dialog"
        />
      </div>
      <p className={styles.replayed} role="status">
        {shown.place}
      </p>
      <TimeRangePlayer times={positions.map(({ time }) => time)} index={index} onIndex={setIndex} />
    </>
  )
}
