import type { LeftOutReason, ResponseOf, StartPoint } from '@wardtrack/contracts'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { usePhone } from '../../lib/use-media.ts'
import { span } from '../../ui/age.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AssetRow } from './asset-row.tsx'
import styles from './nearest.module.css'
import { SEEN_CHOICES } from './nearest-address.ts'
import { RoutePanel } from './route-panel.tsx'

type Counts = Readonly<Record<LeftOutReason, number>>

const REASONS: readonly LeftOutReason[] = [
  'infusing',
  'claimed',
  'lowBattery',
  'unclean',
  'offline',
  'notSeen',
  'unplaced',
]

/** Formats why other equipment is not available: `3 infusing, 2 low battery`; empty if none is left out. */
const leftOutText = (counts: Counts): string =>
  REASONS.filter((reason) => counts[reason] > 0)
    .map((reason) => translate(`nearest:leftOut.${reason}`, { count: counts[reason] }))
    .join(', ')

/** {@link leftOutText} as a line. */
function LeftOut({
  counts,
  className,
}: {
  readonly counts: Counts
  readonly className?: string | undefined
}) {
  const { t } = useTranslation('nearest')
  const reasons = leftOutText(counts)
  return reasons === '' ? null : <p className={className}>{t('others', { reasons })}</p>
}

interface ResultListProps {
  readonly answer: ResponseOf<'nearestAssets'>
  readonly category: string
  readonly start: StartPoint
  readonly seen: number
  readonly chosen: string
  readonly onChoose: (assetId: string) => void
  readonly onSeen: (minutes: number) => void
}

const MINUTE_MS = 60_000

/** Available equipment with the route to the chosen one; if there is none, the reason and possible actions. */
export function ResultList({ answer, category, start, seen, chosen, onChoose, onSeen }: ResultListProps) {
  const { t } = useTranslation('nearest')
  const phone = usePhone()
  const { assets, leftOut, total, truncated } = answer
  const open = assets.find(({ AssetId }) => AssetId === chosen) ?? assets[0]
  const longer = SEEN_CHOICES.find((minutes) => minutes > seen)
  const seenLonger =
    leftOut.notSeen > 0 && longer !== undefined ? (
      <Button size="large" onClick={() => onSeen(longer)}>
        {t('seenLonger', { span: span(longer * MINUTE_MS) })}
      </Button>
    ) : null
  if (!open) {
    const reasons = leftOutText(leftOut)
    return (
      <EmptyState
        boxed
        title={t('noneFree', { category })}
        why={reasons === '' ? t('noneAtAll') : t('noneFreeWhy', { reasons })}
        action={
          seenLonger ?? (
            <Button size="large" href="#/devices">
              {t('allDevices')}
            </Button>
          )
        }
      />
    )
  }
  return (
    <>
      <div className={styles.columns}>
        <div>
          <p className={styles.summary} role="status">
            {t('free', { count: total })}
          </p>
          <ul className={styles.list}>
            {assets.map((asset) => (
              <AssetRow
                key={asset.AssetId}
                asset={asset}
                start={start}
                isOpen={asset.AssetId === open.AssetId}
                showsRoute={phone}
                onOpen={() => onChoose(asset.AssetId)}
              />
            ))}
          </ul>
          <LeftOut counts={leftOut} className={styles.note} />
          {truncated ? <p className={styles.note}>{t('truncated')}</p> : null}
          {seenLonger}
        </div>
        {phone ? null : (
          <section className={styles.beside} aria-label={t('way')}>
            <RoutePanel start={start} assetId={open.AssetId} />
          </section>
        )}
      </div>
    </>
  )
}
