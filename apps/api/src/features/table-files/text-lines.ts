/** Function that measures a text in points. */
export type Measure = (text: string) => number

/** Caches the widths of words, because tables repeat them often. */
export function rememberWidths(measure: Measure, maxWords = 20_000): Measure {
  const widths = new Map<string, number>()
  return (text) => {
    let width = widths.get(text)
    if (width === undefined) {
      if (widths.size >= maxWords) widths.clear()
      width = measure(text)
      widths.set(text, width)
    }
    return width
  }
}

/** Wraps a text to a width: between words, after a `>` of a path, and within a word wider than a line. */
export function textLines(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  for (const word of text.split(/(?<=[\s>])/u).flatMap((part) => pieces(part, width, measure))) {
    const wordWidth = measure(word.trimEnd())
    if (line !== '' && lineWidth + wordWidth > width) {
      lines.push(line.trimEnd())
      line = ''
      lineWidth = 0
    }
    line += word
    lineWidth += measure(word)
  }
  lines.push(line.trimEnd())
  return lines
}

/** Splits a word into parts that each fit a line. */
function pieces(word: string, width: number, measure: Measure): string[] {
  if (measure(word.trimEnd()) <= width) return [word]
  const found: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && measure(piece + character) > width) {
      found.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...found, piece]
}
