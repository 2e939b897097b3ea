import type { AssetPointer } from '@wardtrack/contracts'
import { useEffect } from 'react'
import { urlChoice, useUrlState } from '../../lib/url-state.ts'
import type { MapEngine } from '../../map-engine/index.ts'
import { type OpenPlan, openPlanKey } from '../map-canvas/index.ts'
import { type HeatKind, heatOf } from './heat-choice.ts'
import { useMapScope } from './map-scope.ts'

const schema = { heat: urlChoice<HeatKind | 'none'>('heat', ['none', 'density', 'battery', 'wifi']) }

/**
 * Draws the page's heat map, or the one in the address, from the shown assets. Returns it with the function that
 * changes it.
 */
export function useHeat(
  engine: MapEngine | undefined,
  plan: OpenPlan | undefined,
  pointers: readonly AssetPointer[],
): readonly [HeatKind | undefined, ((kind: HeatKind | undefined) => void) | undefined] {
  const [{ heat }, setState] = useUrlState(schema)
  const { heat: fixed } = useMapScope()
  const kind = fixed ?? (heat === 'none' ? undefined : heat)
  const opened = openPlanKey(engine, plan)
  const metresPerPixel = plan?.metresPerPixel?.x
  // Opening a plan removes the heat of the previous plan.
  useEffect(() => {
    if (engine && opened) engine.setHeat(kind && heatOf(kind, pointers, metresPerPixel))
  }, [engine, opened, metresPerPixel, kind, pointers])
  return [kind, fixed ? undefined : (next) => setState({ heat: next ?? 'none' })]
}
