import type { EChartsType } from 'echarts/core'
import { bandAt, type ChartFigures, type ChartReading } from './chart-figures.ts'

/** Distance in CSS pixels below which a press and release of the mouse is a click. */
const DRAG_THRESHOLD = 6

/** Pointer event of echarts: the position on the canvas, and the browser's event. */
interface PointerEvent {
  readonly offsetX: number
  readonly offsetY: number
  readonly event: Event & { readonly zrByTouch?: boolean }
}

/** Range of the time axis, in CSS pixels from the left of the canvas. */
export interface Stretch {
  readonly left: number
  readonly width: number
}

/** Current state of a chart for the handling of pointer events. */
export interface PointerSubject {
  readonly figures: ChartFigures
  readonly pointing: ChartReading | undefined
  /** Shows the range during selection; undefined hides it. */
  readonly onStretch: (stretch: Stretch | undefined) => void
}

/**
 * Follows the pointer on a chart. Moving reads a category, dragging with a mouse selects a range of categories, and a
 * click chooses a band. A dragging finger scrolls the page.
 * @param subject is called at each event
 */
export function followPointer(chart: EChartsType, subject: () => PointerSubject): void {
  const canvas = chart.getZr()
  let pressedAt: number | undefined
  const locate = ({ offsetX, offsetY }: PointerEvent): { category: number; height: number } | undefined => {
    const { categories } = subject().figures
    if (!chart.containPixel({ gridIndex: 0 }, [offsetX, offsetY])) return undefined
    const [category = 0, height = 0] = chart.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY])
    return { category: Math.min(Math.max(category, 0), categories.length - 1), height }
  }
  const xOf = (category: number): number => chart.convertToPixel({ xAxisIndex: 0 }, category)
  const drop = (): void => {
    if (pressedAt !== undefined) subject().onStretch(undefined)
    pressedAt = undefined
  }
  const draw = (from: number, to: number): void =>
    subject().onStretch({ left: Math.min(from, to), width: Math.abs(to - from) })
  const move = (event: PointerEvent): void => {
    const found = locate(event)
    const { pointing } = subject()
    pointing?.onPoint(found?.category)
    if (pressedAt !== undefined && found && pointing?.onRange && !event.event.zrByTouch)
      draw(xOf(pressedAt), xOf(found.category))
  }
  const release = (event: PointerEvent): void => {
    const { figures, pointing } = subject()
    const from = pressedAt
    const found = locate(event)
    drop()
    if (from === undefined || !found || !pointing) return
    const isDrag = Math.abs(xOf(found.category) - xOf(from)) >= DRAG_THRESHOLD && !event.event.zrByTouch
    if (isDrag) {
      pointing.onRange?.(Math.min(from, found.category), Math.max(from, found.category))
      return
    }
    const series = bandAt(figures, found.category, found.height)
    if (series) pointing.onBand?.(series, found.category)
  }
  canvas.on('mousemove', move)
  canvas.on('mousedown', (event: PointerEvent) => {
    pressedAt = locate(event)?.category
  })
  canvas.on('mouseup', release)
  canvas.on('globalout', () => {
    drop()
    subject().pointing?.onPoint(undefined)
  })
}
