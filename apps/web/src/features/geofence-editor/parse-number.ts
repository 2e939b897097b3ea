/** A number as people type it, with a comma or a point; undefined if it is none. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  const value = Number(trimmed)
  return trimmed === '' || !Number.isFinite(value) ? undefined : value
}
