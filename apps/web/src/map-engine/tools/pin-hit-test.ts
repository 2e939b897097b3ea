import type { Camera } from '../camera.ts'
import type { Point } from '../geometry.ts'
import type { PointerKind } from '../input/pointer-sample.ts'
import { type MapPin, markerSize } from '../marker.ts'

/** Smallest width in which a finger hits a pin, in CSS pixels. */
const finger = 44

/** Returns the pin under a point of the view; of several, the last drawn, which is on top. */
export function pinAt(
  pins: readonly MapPin[],
  at: Point,
  camera: Camera,
  kind: PointerKind,
): MapPin | undefined {
  return pins.findLast((pin) => {
    const { width, height } = markerSize[pin.kind]
    const half = (kind === 'touch' ? Math.max(width, finger) : width) / 2
    const foot = camera.toScreen(pin)
    return Math.abs(at.x - foot.x) <= half && at.y <= foot.y && at.y >= foot.y - height
  })
}
