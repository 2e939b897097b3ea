import { useMemo } from 'react'
import { AssetsOnFloors } from './assets-on-floors.tsx'
import { DEVICES, type MapScope } from './map-scope.ts'

interface HeatOnFloorsProps {
  readonly kind: 'battery' | 'wifi'
  /** Criteria that all assets on the plans match. */
  readonly conditions: readonly Record<string, unknown>[]
}

/** Batteries or connections of devices as heat on their floors: one plan at a time, live. */
export function HeatOnFloors({ kind, conditions }: HeatOnFloorsProps) {
  const conditionsText = JSON.stringify(conditions)
  const scope = useMemo(
    (): MapScope => ({
      ...DEVICES,
      heat: kind,
      ...(conditionsText === '[]'
        ? {}
        : { conditions: JSON.parse(conditionsText) as Record<string, unknown>[] }),
    }),
    [kind, conditionsText],
  )
  return <AssetsOnFloors scope={scope} search="" />
}
