/** What a canvas draws with where it knows no other font. */
const ANY_FONT = 'sans-serif'

/** The font of the page: a canvas knows neither variables of the style sheet nor `inherit`, and draws in 10 px then. */
export const pageFont = (): string => getComputedStyle(document.body).fontFamily || ANY_FONT

/** Something that measures texts, as a canvas does. */
type TextMeasure = (text: string) => number

/** Measures texts as a canvas draws them. @param size CSS pixels */
export function canvasMeasure(font: string, size: number): TextMeasure {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return () => Number.POSITIVE_INFINITY
  context.font = `${size}px ${font}`
  return (text) => context.measureText(text).width
}

/**
 * Room that names take in one line, but no more than there is. Each letter is measured by itself, as echarts does when it
 * looks where a line has to be broken: pairs of letters that stand closer do not count there. CSS pixels.
 */
export const nameRoom = (names: readonly string[], most: number, measure: TextMeasure): number =>
  names.reduce((room, name) => {
    const letters = [...name].reduce((width, letter) => width + measure(letter), 0)
    return Math.max(room, Math.min(most, Math.ceil(Math.max(letters, measure(name))) + 1))
  }, 0)
