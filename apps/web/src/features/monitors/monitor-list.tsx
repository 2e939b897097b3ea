import type { MonitorMark } from '@wardtrack/contracts'
import { Crosshair, Trash2, Wifi } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMetres } from '../../lib/i18n/formats.ts'
import type { Point } from '../../map-engine/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { MapItemList, MapItemPlate } from '../map-canvas/index.ts'
import { inListOrder, monitorIdOf } from './monitors.query.ts'

/** Actions on a monitor in the list beside the map. */
export interface MonitorActions {
  readonly move: (mark: MonitorMark) => void
  readonly remove: (mark: MonitorMark) => void
  /** Monitor being moved. */
  readonly moving: string | undefined
}

interface MonitorListProps {
  readonly marks: readonly MonitorMark[]
  /** Monitor that is highlighted on the map. */
  readonly highlighted: string | undefined
  readonly onHighlight: (id: string | undefined) => void
  /** Absent if monitors are read-only. */
  readonly actions?: MonitorActions
  readonly metresPerPixel: Point | undefined
  readonly empty: string
}

/** The map's monitors as text. */
export function MonitorList(props: MonitorListProps) {
  const { marks, highlighted, onHighlight, actions, metresPerPixel, empty } = props
  const items = inListOrder(marks).map((mark) => ({
    id: mark.hierarchyId,
    icon: <MapItemPlate Icon={Wifi} />,
    name: monitorIdOf(mark),
    details: [`${mark.provider} · ${placeText(mark, metresPerPixel)}`],
    actions: actions ? <RowActions mark={mark} actions={actions} /> : null,
  }))
  return <MapItemList items={items} highlighted={highlighted} onHighlight={onHighlight} empty={empty} large />
}

/** Formats a position: metres from the plan's upper left corner, or pixels if the plan's size is unknown. */
function placeText({ xCoordinate: x, yCoordinate: y }: MonitorMark, metres: Point | undefined): string {
  if (!metres) return `${Math.round(x)} px, ${Math.round(y)} px`
  return `${formatMetres(x * metres.x)}, ${formatMetres(y * metres.y)}`
}

function RowActions({ mark, actions }: { readonly mark: MonitorMark; readonly actions: MonitorActions }) {
  const { t } = useTranslation('monitors')
  const id = monitorIdOf(mark)
  return (
    <>
      <OnlineButton
        type="text"
        aria-label={t('list.moveOf', { id })}
        aria-pressed={actions.moving === mark.hierarchyId}
        title={t('list.move')}
        onClick={() => actions.move(mark)}
        icon={<Crosshair size={16} strokeWidth={1.8} aria-hidden />}
      />
      <OnlineButton
        type="text"
        aria-label={t('list.removeOf', { id })}
        onClick={() => actions.remove(mark)}
        icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
      />
    </>
  )
}
