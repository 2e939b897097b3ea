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

/** A length with one decimal: `12.4 m`. The sign is written by us: browsers before 2019 have no unit formats. */
export const formatMetres = (metres: number): string => `${formatNumber(metres, 1)} m`

/** The size of a file: `1.4 MB`, `38 kB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1024)))} kB`
    : `${formatNumber(bytes / 1024 / 1024, 1)} MB`

/** Compares two names for sorting as the language does, numbers by their value: `Room 3.9` before `Room 3.10`. */
export function compareNames(a: string, b: string): number {
  const language = currentLanguage()
  const collator =
    collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  collators.set(language, collator)
  return collator.compare(a, b)
}
