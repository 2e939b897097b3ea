import type { HeatPointer } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../../lib/metadata.ts'
import { pathText } from '../../lib/place.ts'
import { MISSING } from '../../lib/time.ts'
import type { MapEngine, Target } from '../../map-engine/index.ts'
import { AgeLabel } from '../../ui/age-label.tsx'
import { useAnchored } from '../map-canvas/index.ts'
import styles from './heat-tooltip.module.css'

interface HeatTooltipProps {
  readonly engine: MapEngine | undefined
  readonly target: Target | undefined
  readonly subject: string
  /** The field whose value is shown. */
  readonly field: string
  readonly pointerOf: (id: string) => HeatPointer | undefined
}

/** What is known about the marker that is hovered or focused; of several that lie together, how many there are. */
export function HeatTooltip({ engine, target, subject, field, pointerOf }: HeatTooltipProps) {
  const { t } = useTranslation('custom-reports')
  const aliases = useAliases(subject)
  const box = useAnchored(engine, target)
  if (!target) return null
  if (target.kind === 'cluster')
    return (
      <div ref={box} className={styles.tooltip} role="tooltip">
        <p className={styles.name}>{t('plan.together', { count: target.members.length })}</p>
      </div>
    )
  const pointer = pointerOf(target.id)
  if (!pointer) return null
  const { AssetName, SerialNo } = pointer.Fields
  return (
    <div ref={box} className={styles.tooltip} role="tooltip">
      <p className={styles.name}>{AssetName || pointer.AssetId}</p>
      <p className={styles.quiet}>{SerialNo || pointer.AssetId}</p>
      <p>{pathText(pointer.CurrentLocation.fullPath) || MISSING}</p>
      <p>
        {aliases.field(field)}:{' '}
        <b>{pointer.Target === undefined ? MISSING : aliases.option(field, pointer.Target)}</b>
      </p>
      <AgeLabel time={pointer.CurrentLocation.time} />
    </div>
  )
}
