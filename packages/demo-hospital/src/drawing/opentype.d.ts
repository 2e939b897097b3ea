// Types for the part of opentype.js that lettering uses, because the package has none.
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
