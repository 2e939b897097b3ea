import { lazy, type ReactNode } from 'react'
import { type DataColumn, DataTable } from '../data-table/index.ts'
import { ChartFrame } from './chart-frame.tsx'
import type { Flow, FlowFigures } from './flow-figures.ts'

const FlowCanvas = lazy(async () => ({ default: (await import('./flow-canvas.tsx')).FlowCanvas }))

/** In CSS pixels: height of a place with its gap, and the minimum height at which flows are distinguishable. */
const PLACE_HEIGHT = 30
const MIN_HEIGHT = 160

interface FlowPanelProps {
  readonly title: string
  readonly figures: FlowFigures
  readonly extra?: ReactNode
}

/** Flows between places in a panel: a diagram, a table, and download of the diagram. */
export function FlowPanel({ title, figures, extra }: FlowPanelProps) {
  const { flows } = figures
  const places = Math.max(
    new Set(flows.map(({ from }) => from)).size,
    new Set(flows.map(({ to }) => to)).size,
  )
  const height = Math.max(MIN_HEIGHT, places * PLACE_HEIGHT)
  return (
    <ChartFrame
      title={title}
      extra={extra}
      height={height}
      empty={flows.length === 0}
      drawing={({ ref }) => <FlowCanvas ref={ref} figures={figures} height={height} />}
      table={<FlowTable title={title} figures={figures} />}
    />
  )
}

function FlowTable({ title, figures }: { readonly title: string; readonly figures: FlowFigures }) {
  const [from, to, count] = figures.titles
  const columns: DataColumn<Flow>[] = [
    { title: from, onPhone: 'wide', named: true, wraps: true, cell: (flow) => flow.from },
    { title: to, onPhone: 'wide', named: true, wraps: true, cell: (flow) => flow.to },
    { title: count, onPhone: 'end', cell: (flow) => flow.count },
  ]
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={figures.flows}
      rowKey={({ from: start, to: end }) => `${start}\n${end}`}
      empty=""
    />
  )
}
