import { useQuery } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { Modal } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type DateRange, isLimited, rangeText } from '../../lib/date-range.ts'
import { trailQuery } from '../../lib/movement-queries.ts'
import { span } from '../../ui/age.ts'
import { DateRangePicker } from '../../ui/date-range-picker.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import styles from './asset-location-map.module.css'
import { Replay } from './replay.tsx'
import { placedPositions } from './trail-legs.ts'

interface ReplayDialogProps {
  readonly asset: Asset
  readonly range: DateRange
  readonly onRange: (range: DateRange) => void
  readonly onClose: () => void
}

/** Dialog that replays the positions of an asset in a period on its floor plans. */
export function ReplayDialog({ asset, range, onRange, onClose }: ReplayDialogProps) {
  const { t } = useTranslation(['common', 'asset-location'])
  const name = asset.Fields.AssetName || asset.AssetId
  const { AssetType: assetType, AssetId: assetId } = asset
  const trail = useQuery(trailQuery({ assetType, assetId, range }))
  const positions = useMemo(() => placedPositions(trail.data?.positions ?? []), [trail.data])
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
        <DateRangePicker anyTime value={range} onChange={onRange} />
      </div>
      <QueryState query={trail} failed={t('blocks.replay.failed')}>
        {({ positions: { length: shown }, total, thinnedToMs }) =>
          positions.length === 0 ? (
            <p>{t(isLimited(range) ? 'blocks.replay.emptyPeriod' : 'blocks.replay.empty')}</p>
          ) : (
            <>
              <Replay key={rangeText(range)} name={name} positions={positions} />
              <p className={styles.note}>
                {t(
                  positions.some(({ way }) => way.length > 0)
                    ? 'asset-location:trail.alongLanes'
                    : 'asset-location:trail.straight',
                )}
                {thinnedToMs === null
                  ? null
                  : ` ${t('asset-location:trail.thinned', { shown, total, length: span(thinnedToMs) })}`}
              </p>
            </>
          )
        }
      </QueryState>
    </Modal>
  )
}
