// opentype.js ships no types; this is the small part of it that lettering uses.
declare module 'opentype.js' {
  export interface GlyphPath {
    toPathData(decimalPlaces: number): string
  }
  export interface Glyph {
    readonly advanceWidth: number
    getPath(x: number, y: number, fontSize: number): GlyphPath
  }
  export interface Font {
    readonly unitsPerEm: number
    charToGlyph(character: string): Glyph
    getKerningValue(left: Glyph, right: Glyph): number
  }
  const opentype: { parse(buffer: ArrayBuffer): Font }
  export default opentype
}
