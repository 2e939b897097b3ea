const two = (n: number): string => String(n).padStart(2, '0')

const valid = (time: string | number | null | undefined): Date | undefined => {
  if (time === null || time === undefined || time === '') return undefined
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** A missing value, everywhere. */
export const MISSING = '--'

/** `14:32:04` in the viewer's zone; `--` when there is no time. */
export function clockTime(time: string | number | null | undefined): string {
  const date = valid(time)
  return date ? `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}` : MISSING
}

/** `14:32` in the viewer's zone; `--` when there is no time. */
export function shortTime(time: string | number | null | undefined): string {
  return valid(time) ? clockTime(time).slice(0, 5) : MISSING
}

/** `MM/DD/YYYY, HH:mm:ss` in the viewer's zone, the pattern of every history table (1 §3). */
export function dateTime(time: string | number | null | undefined): string {
  const date = valid(time)
  if (!date) return MISSING
  return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${date.getFullYear()}, ${clockTime(time)}`
}
