import { formatBytes, formatNumber } from '../../lib/i18n/formats.ts'

const GB = 1024 ** 3
const TB = 1024 ** 4

/** The size of what is stored, up to terabytes: `3.2 GB`; less than nothing keeps its sign. */
export function formatLargeBytes(bytes: number): string {
  if (bytes === 0) return '0 kB'
  if (bytes < 0) return `−${formatLargeBytes(-bytes)}`
  if (bytes >= TB) return `${formatNumber(bytes / TB, 1)} TB`
  return bytes >= GB ? `${formatNumber(bytes / GB, 1)} GB` : formatBytes(bytes)
}
