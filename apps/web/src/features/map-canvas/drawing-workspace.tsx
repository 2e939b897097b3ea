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
  /** What the tool draws on, while it is fetched: a plan that nothing can be drawn on yet would answer a drag by moving. */
  readonly surface: UseQueryResult
  /** Whether it is known what is there, so that nothing is drawn over it. */
  readonly isReady?: boolean
  /** What keys do on the map. */
  readonly keys: string
  readonly announcement: string
  /** What can be done just now, on the map. */
  readonly hint: string | undefined
  /** What a finger does, above the map of a phone, where there is no room on it. */
  readonly touch: string
  readonly tools: ReactNode
  /** Forms and lists beside the map. */
  readonly side: ReactNode
  /** Lies over the map. */
  readonly children?: ReactNode
}

/** A page on whose plan people draw: tools above it, lists beside it, and a second try where the drawing tools did not come. */
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
