import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../lib/use-media.ts'
import type { MapTool } from '../../map-engine/index.ts'
import { QueryError } from '../../ui/query-state.tsx'
import { MapHint } from './map-overlays.tsx'
import { MapWithTool } from './map-with-tool.tsx'
import { MapWorkspace } from './map-workspace.tsx'
import type { OpenPlan } from './plan.query.ts'
import type { MapEngineHost } from './use-map-engine.ts'

interface DrawingWorkspaceProps {
  readonly map: MapEngineHost
  readonly plan: OpenPlan | undefined
  readonly tool: MapTool
  /** Query of the drawing surface. The plan waits for it, because an early drag would move the plan. */
  readonly surface: UseQueryResult
  /** True once the existing drawing is loaded, so that nothing is drawn over it. */
  readonly isReady?: boolean
  /** Help text about keys on the map. */
  readonly keys: string
  readonly announcement: string
  /** Hint about the current actions, on the map. */
  readonly hint: string | undefined
  /** Help text about touch, above the map of a phone, which has no room for it. */
  readonly touch: string
  readonly tools: ReactNode
  /** Forms and lists beside the map. */
  readonly side: ReactNode
  /** Content over the map. */
  readonly children?: ReactNode
}

/** A page for drawing on a plan: tools above it, lists beside it, and a retry if the drawing tools failed to load. */
export function DrawingWorkspace(props: DrawingWorkspaceProps) {
  const { map, plan, isReady = true, tool, surface, keys, announcement } = props
  const { hint, touch, tools, side, children } = props
  const { t } = useTranslation('map-canvas')
  const phone = usePhone()
  return (
    <MapWorkspace title={plan?.name ?? ''} tools={tools} note={phone ? touch : undefined} side={side}>
      {surface.error ? <QueryError query={surface} title={t('drawing.failed')} /> : null}
      <MapWithTool
        map={map}
        plan={surface.data && isReady ? plan : undefined}
        tool={tool}
        label={t('drawing.label', { map: plan?.name ?? t('map'), keys })}
        announcement={announcement}
      >
        {phone || hint === undefined ? null : <MapHint>{hint}</MapHint>}
        {children}
      </MapWithTool>
    </MapWorkspace>
  )
}
