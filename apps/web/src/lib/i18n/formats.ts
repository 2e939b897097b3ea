import { currentLanguage } from './i18n.ts'

const numberFormats = new Map<string, Intl.NumberFormat>()

/** A number as the language writes it, with exactly `decimals` places where they are given. */
export function formatNumber(value: number, decimals?: number): string {
  const language = currentLanguage()
  const key = `${language}/${decimals ?? ''}`
  const known = numberFormats.get(key)
  if (known) return known.format(value)
  const format = new Intl.NumberFormat(
    language,
    decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  )
  numberFormats.set(key, format)
  return format.format(value)
}
