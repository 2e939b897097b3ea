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

/** A number as the language writes it, with exactly `decimals` places where they are given. */
export const formatNumber = (value: number, decimals?: number): string =>
  numberFormat(
    decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  ).format(value)

/** A part of 1 in whole per cent: `42%`, `42 %`. */
export const formatPercent = (part: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(part)

/** A way in whole metres: walking is not measured finer. */
export const formatWholeMetres = (metres: number): string => `${formatNumber(Math.round(metres))} m`

/** A length with one decimal: `12.4 m`. The sign is written by us: browsers before 2019 have no unit formats. */
export const formatMetres = (metres: number): string => `${formatNumber(metres, 1)} m`

export const formatSquareMetres = (area: number): string => `${formatNumber(area, 1)} m²`

/** From `1.0 MB` on, with one decimal. */
const LARGE_UNITS = [
  ['TB', 1024 ** 4],
  ['GB', 1024 ** 3],
  ['MB', 1024 ** 2],
] as const

/** The size of a file or of what is stored: `3.2 GB`, `1.4 MB`, `38 kB`; less than nothing keeps its sign. */
export function formatBytes(bytes: number): string {
  if (bytes < 0) return `−${formatBytes(-bytes)}`
  for (const [unit, size] of LARGE_UNITS) if (bytes >= size) return `${formatNumber(bytes / size, 1)} ${unit}`
  return `${formatNumber(bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 1024)))} kB`
}

/** Compares two names for sorting as the language does, numbers by their value: `Room 3.9` before `Room 3.10`. */
export function compareNames(a: string, b: string): number {
  const language = currentLanguage()
  const collator =
    collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  collators.set(language, collator)
  return collator.compare(a, b)
}
