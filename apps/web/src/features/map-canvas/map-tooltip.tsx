import type { ReactNode } from 'react'
import type { MapEngine, Target } from '../../map-engine/index.ts'
import styles from './map-tooltip.module.css'
import { useAnchored } from './use-anchored.ts'

interface MapTooltipProps {
  readonly engine: MapEngine | undefined
  readonly target: Target
  readonly children: ReactNode
}

/** Tooltip at a marker, without clickable content. */
export function MapTooltip({ engine, target, children }: MapTooltipProps) {
  const box = useAnchored(engine, target)
  return (
    <div ref={box} className={styles.tooltip} role="tooltip">
      {children}
    </div>
  )
}
