import { currentLanguage } from './i18n.ts'

const numberFormats = new Map<string, Intl.NumberFormat>()
const collators = new Map<string, Intl.Collator>()

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${currentLanguage()} ${JSON.stringify(options)}`
  const known = numberFormats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(currentLanguage(), options)
  numberFormats.set(key, format)
  return format
}

/** Formats a number in the current language, with exactly `decimals` decimal places if given. */
export const formatNumber = (value: number, decimals?: number): string =>
  numberFormat(
    decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  ).format(value)

/** Formats a share of 1 as a whole percentage: `42%`, `42 %`. */
export const formatPercent = (part: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(part)

/** Formats a walking distance in whole metres, its actual precision. */
export const formatWholeMetres = (metres: number): string => `${formatNumber(Math.round(metres))} m`

/**
 * Formats a length with one decimal: `12.4 m`. The unit is appended here, because browsers before 2019 format no
 * units.
 */
export const formatMetres = (metres: number): string => `${formatNumber(metres, 1)} m`

export const formatSquareMetres = (area: number): string => `${formatNumber(area, 1)} m²`

/** Units from `1.0 MB` on, with one decimal. */
const LARGE_UNITS = [
  ['TB', 1024 ** 4],
  ['GB', 1024 ** 3],
  ['MB', 1024 ** 2],
] as const

/** Formats a size in bytes: `3.2 GB`, `1.4 MB`, `38 kB`. Negative sizes keep their sign. */
export function formatBytes(bytes: number): string {
  if (bytes < 0) return `−${formatBytes(-bytes)}`
  for (const [unit, size] of LARGE_UNITS) if (bytes >= size) return `${formatNumber(bytes / size, 1)} ${unit}`
  return `${formatNumber(bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 1024)))} kB`
}

/** Compares two names in the order of the current language, and numbers by value: `Room 3.9` before `Room 3.10`. */
export function compareNames(a: string, b: string): number {
  const language = currentLanguage()
  const collator =
    collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  collators.set(language, collator)
  return collator.compare(a, b)
}
