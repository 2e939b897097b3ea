import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font } from 'opentype.js'

// Text becomes outlines, so that a plan looks the same on a machine without any font installed.
let loaded: Font | undefined

function font(): Font {
  if (loaded) return loaded
  const path = createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-500-normal.woff')
  const bytes = readFileSync(path)
  const copy = new Uint8Array(bytes).buffer
  loaded = opentype.parse(copy)
  return loaded
}

interface Placed {
  readonly character: string
  readonly x: number
}

/** Pen positions of one line. Glyphs are taken one by one: the library's shaping does not know all of Inter's rules. */
function placeGlyphs(text: string, size: number): { glyphs: Placed[]; width: number } {
  const loadedFont = font()
  const scale = size / loadedFont.unitsPerEm
  const glyphs: Placed[] = []
  let x = 0
  for (const character of text) {
    glyphs.push({ character, x })
    x += loadedFont.charToGlyph(character).advanceWidth * scale
  }
  return { glyphs, width: x }
}

/** Width in pixels of one line of text at a font size in pixels. */
export function textWidth(text: string, size: number): number {
  return placeGlyphs(text, size).width
}

/** SVG path data of one line; x is its left edge, y its baseline. */
export function textPath(text: string, x: number, y: number, size: number): string {
  const face = font()
  return placeGlyphs(text, size)
    .glyphs.map((glyph) =>
      face
        .charToGlyph(glyph.character)
        .getPath(x + glyph.x, y, size)
        .toPathData(1),
    )
    .join('')
}
