import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font } from 'opentype.js'

// Font for outlines. Text is drawn as outlines, so that a plan looks the same on a machine without fonts.
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

/**
 * Returns the pen positions of one line. Each glyph is placed separately, because the library does not support all of
 * Inter's shaping rules.
 */
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

/** Returns the width in pixels of one line of text at a font size in pixels. */
export function textWidth(text: string, size: number): number {
  return placeGlyphs(text, size).width
}

/** Returns the SVG path data of one line; x is its left edge, y its baseline. */
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
