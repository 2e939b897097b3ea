/** Fallback font of a canvas. */
const ANY_FONT = 'sans-serif'

/** Returns the font of the page. A canvas knows neither CSS variables nor `inherit`, and would draw in 10 px. */
export const pageFont = (): string => getComputedStyle(document.body).fontFamily || ANY_FONT

/** Function that measures the width of a text in CSS pixels. */
type TextMeasure = (text: string) => number

/** Creates a function that measures texts as a canvas draws them. @param size font size in CSS pixels */
export function canvasMeasure(font: string, size: number): TextMeasure {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return () => Number.POSITIVE_INFINITY
  context.font = `${size}px ${font}`
  return (text) => context.measureText(text).width
}

/**
 * Returns the width in CSS pixels that the names need in one line, at most `most`. Each letter is measured
 * separately, without kerning, as echarts does when it breaks lines.
 */
export const nameRoom = (names: readonly string[], most: number, measure: TextMeasure): number =>
  names.reduce((room, name) => {
    const letters = [...name].reduce((width, letter) => width + measure(letter), 0)
    return Math.max(room, Math.min(most, Math.ceil(Math.max(letters, measure(name))) + 1))
  }, 0)
