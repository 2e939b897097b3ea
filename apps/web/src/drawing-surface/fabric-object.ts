import { Circle, type FabricObject, Polygon, Polyline } from 'fabric/es'
import type { Tokens } from '../ui/tokens.ts'
import { HandleControl } from './handle-control.ts'
import type { SurfaceObject } from './surface-object.ts'

interface ObjectView {
  /** CSS pixels per pixel of the plan. */
  readonly scale: number
  readonly tokens: Tokens
  /** The chosen handle, if it belongs to this object. */
  readonly chosen: string | undefined
  /** Device pixels per CSS pixel. */
  readonly ratio: number
}

/** Creates the fabric object that draws a surface object. Its line keeps its width in CSS pixels at every scale. */
export function fabricObject(
  object: SurfaceObject,
  { scale, tokens, chosen, ratio }: ObjectView,
): FabricObject {
  const { form, lineWidth, fillOpacity, dashes, handles } = object
  const colour = object.colour(tokens)
  const look = {
    stroke: colour,
    strokeWidth: lineWidth / scale,
    strokeLineCap: 'round',
    strokeLineJoin: 'round',
    strokeDashArray: dashes ? dashes.map((length) => length / scale) : null,
    fill: fillOpacity > 0 ? colour + hexOpacity(fillOpacity) : '',
    hasBorders: false,
    objectCaching: false,
  }
  const drawn = drawnForm(form, look)
  drawn.controls = Object.fromEntries(
    handles.map((handle) => [
      handle.id,
      new HandleControl(handle, { colour, tokens, isChosen: handle.id === chosen, ratio }),
    ]),
  )
  return drawn
}

function drawnForm(form: SurfaceObject['form'], look: object): FabricObject {
  if (form.kind === 'circle') {
    const { centre, radius } = form
    return new Circle({ ...look, left: centre.x, top: centre.y, radius })
  }
  const points = form.points.map(({ x, y }) => ({ x, y }))
  return form.kind === 'area' ? new Polygon(points, look) : new Polyline(points, look)
}

/** Formats an opacity as the last two digits of a colour such as #f5a623. */
const hexOpacity = (opacity: number): string =>
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')
