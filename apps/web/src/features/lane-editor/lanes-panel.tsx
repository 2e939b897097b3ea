import { Button } from 'antd'
import { ArrowUpDown, Crosshair, Footprints, Pencil, Spline, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMetres } from '../../lib/i18n/formats.ts'
import type { MapEngine, Point } from '../../map-engine/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { MapItemList, MapItemPlate } from '../map-canvas/index.ts'
import type { LanePart, LaneStop } from './drawing/lane-drawing.ts'
import styles from './lane-editor.module.css'
import type { LaneDrawingState } from './use-lane-drawing.ts'

const icon = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const
const none = (): void => undefined

interface LanesPanelProps {
  readonly editing: LaneDrawingState
  readonly engine: MapEngine | undefined
  readonly metresPerPixel: Point | undefined
  readonly onEditStop: (index: number, stop: LaneStop) => void
}

/** Lists of the map's stops and lanes, or an explanation of lanes while there are none. */
export function LanesPanel({ editing, engine, metresPerPixel, onEditStop }: LanesPanelProps) {
  const { t } = useTranslation('lane-editor')
  const { query, drawing, chosen, tool, setMode } = editing
  const { lanes, stops } = drawing
  const choose = (part: LanePart, at: Point | undefined): void => {
    setMode('select')
    tool.setMode('select')
    tool.choosePart(part)
    if (at) engine?.bringIntoView(at)
    engine?.focus()
  }
  const stopRows = stops.map((stop, index) => ({
    id: `stop ${index}`,
    icon: <MapItemPlate Icon={ArrowUpDown} />,
    name: stop.name,
    details: [t(`kind.${stop.kind}`)],
    actions: (
      <>
        <RowButton
          label={t('list.move', { name: stop.name })}
          onClick={() => choose({ kind: 'stop', stop: index }, stop)}
        >
          <Crosshair {...icon} />
        </RowButton>
        <RowButton label={t('list.change', { name: stop.name })} onClick={() => onEditStop(index, stop)}>
          <Pencil {...icon} />
        </RowButton>
        <RowButton
          label={t('list.remove', { name: stop.name })}
          onClick={() => tool.removePart({ kind: 'stop', stop: index })}
        >
          <Trash2 {...icon} />
        </RowButton>
      </>
    ),
  }))
  const laneRows = lanes.map((points, lane) => {
    const name = t('list.lane', { number: lane + 1 })
    return {
      id: `lane ${lane}`,
      icon: <MapItemPlate Icon={Spline} />,
      name,
      details: [lengthText(points, metresPerPixel)],
      actions: (
        <>
          <RowButton
            label={t('list.move', { name })}
            onClick={() => choose({ kind: 'point', lane, point: 0 }, points[0])}
          >
            <Crosshair {...icon} />
          </RowButton>
          <RowButton label={t('list.remove', { name })} onClick={() => tool.removeLane(lane)}>
            <Trash2 {...icon} />
          </RowButton>
        </>
      ),
    }
  })
  return (
    <>
      {query.data && lanes.length === 0 && stops.length === 0 ? <Explanation /> : null}
      <LoadingPanel title={t('list.stops')} query={query} failed={t('failed')} count={stops.length}>
        {() => (
          <MapItemList
            items={stopRows}
            highlighted={chosen?.kind === 'stop' ? `stop ${chosen.stop}` : undefined}
            onHighlight={none}
            empty={t('list.noStops')}
            large
          />
        )}
      </LoadingPanel>
      <LoadingPanel title={t('list.lanes')} query={query} failed={t('failed')} count={lanes.length}>
        {() => (
          <MapItemList
            items={laneRows}
            highlighted={chosen?.kind === 'point' ? `lane ${chosen.lane}` : undefined}
            onHighlight={none}
            empty={t('list.noLanes')}
          />
        )}
      </LoadingPanel>
    </>
  )
}

/** Explanation of lanes. */
function Explanation() {
  const { t } = useTranslation('lane-editor')
  return (
    <Panel title={t('empty.title')}>
      <div className={styles.explanation}>
        <Footprints size={24} strokeWidth={1.8} aria-hidden />
        <p>{t('empty.what')}</p>
      </div>
    </Panel>
  )
}

interface RowButtonProps {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

const RowButton = ({ label, onClick, children }: RowButtonProps) => (
  <Button type="text" aria-label={label} title={label} onClick={onClick} icon={children} />
)

/** Formats the length of a lane: metres, or pixels if the plan's size is unknown. */
function lengthText(points: readonly Point[], metres: Point | undefined): string {
  const { x, y } = metres ?? { x: 1, y: 1 }
  const length = points.slice(1).reduce((sum, point, index) => {
    const before = points[index] ?? point
    return sum + Math.hypot((point.x - before.x) * x, (point.y - before.y) * y)
  }, 0)
  return metres ? formatMetres(length) : `${Math.round(length)} px`
}
