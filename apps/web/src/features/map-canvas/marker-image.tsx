import { drawMarkerPreview, type MarkerPreview, previewSize } from '../../map-engine/index.ts'
import { useTokens } from '../../ui/scheme.ts'
import type { Tokens } from '../../ui/tokens.ts'

const drawn = new Map<string, string>()

/** Returns the picture as an address for `img`, drawn once for each look and colour scheme. */
function pictureAddress(picture: MarkerPreview, tokens: Tokens): string {
  const key = `${tokens.scheme} ${picture.look} ${picture.stale} ${picture.hovered} ${picture.inRoom}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const canvas = document.createElement('canvas')
  drawMarkerPreview(canvas, picture, tokens, Math.max(2, Math.ceil(window.devicePixelRatio)))
  const address = canvas.toDataURL()
  drawn.set(key, address)
  return address
}

/** A marker as on the map, for lists and legends. The text beside it gives its meaning. */
export function MarkerImage({
  look,
  stale = false,
  hovered = false,
  inRoom = false,
  className,
}: MarkerPreview & { className?: string | undefined }) {
  const address = pictureAddress({ look, stale, hovered, inRoom }, useTokens())
  return <img className={className} src={address} alt="" width={previewSize} height={previewSize} />
}
