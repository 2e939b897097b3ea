import type { HeatPointer } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../../lib/metadata.ts'
import { pathText } from '../../lib/place.ts'
import { MISSING } from '../../lib/time.ts'
import type { MapEngine, Target } from '../../map-engine/index.ts'
import { AgeLabel } from '../../ui/age-label.tsx'
import { MapTooltip } from '../map-canvas/index.ts'
import styles from './heat-tooltip.module.css'

interface HeatTooltipProps {
  readonly engine: MapEngine | undefined
  readonly target: Target | undefined
  readonly subject: string
  /** Field whose value is shown. */
  readonly field: string
  readonly pointerOf: (id: string) => HeatPointer | undefined
}

/** Tooltip of the hovered or focused marker; for a cluster, the number of assets. */
export function HeatTooltip({ engine, target, subject, field, pointerOf }: HeatTooltipProps) {
  const pointer = target?.kind === 'marker' ? pointerOf(target.id) : undefined
  if (!target || (target.kind === 'marker' && !pointer)) return null
  return (
    <MapTooltip engine={engine} target={target}>
      <div className={styles.summary}>
        {pointer ? <PointerSummary pointer={pointer} subject={subject} field={field} /> : null}
        {target.kind === 'cluster' ? <ClusterSummary count={target.members.length} /> : null}
      </div>
    </MapTooltip>
  )
}

function ClusterSummary({ count }: { readonly count: number }) {
  const { t } = useTranslation('custom-reports')
  return <p className={styles.name}>{t('plan.together', { count })}</p>
}

interface PointerSummaryProps extends Pick<HeatTooltipProps, 'subject' | 'field'> {
  readonly pointer: HeatPointer
}

function PointerSummary({ pointer, subject, field }: PointerSummaryProps) {
  const aliases = useAliases(subject)
  const { AssetName, SerialNo } = pointer.Fields
  return (
    <>
      <p className={styles.name}>{AssetName || pointer.AssetId}</p>
      <p className={styles.quiet}>{SerialNo || pointer.AssetId}</p>
      <p>{pathText(pointer.CurrentLocation.fullPath) || MISSING}</p>
      <p>
        {aliases.field(field)}:{' '}
        <b>{pointer.Target === undefined ? MISSING : aliases.option(field, pointer.Target)}</b>
      </p>
      <AgeLabel time={pointer.CurrentLocation.time} />
    </>
  )
}
