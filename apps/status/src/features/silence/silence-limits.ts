import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, settingId } from '@wardtrack/database'

const MINUTE_MS = 60_000
/** Settings pair with the limits in minutes: `default`, `types` by type, `categories` by `type/category`. */
const SETTING = settingId('silence', 'limits')

/** Returns the milliseconds after which an asset is silent; Infinity for never. */
export type SilenceLimits = (asset: Pick<AssetDoc, 'AssetType' | 'Fields'>) => number

/** Reads the limits: that of the category first, then that of the type, then the usual one. */
export async function readSilenceLimits({
  db,
  silenceMinutes,
}: Pick<ServiceParts, 'db' | 'silenceMinutes'>): Promise<SilenceLimits> {
  const stored = (await db.models.settings.findOne({ _id: SETTING }))?.Fields ?? {}
  const minutesIn = (part: string, key: string): number | undefined => {
    const byKey = stored[part]
    const minutes: unknown =
      typeof byKey === 'object' && byKey !== null && Object.hasOwn(byKey, key)
        ? Reflect.get(byKey, key)
        : undefined
    return typeof minutes === 'number' ? minutes : undefined
  }
  const usual = typeof stored['default'] === 'number' ? stored['default'] : silenceMinutes
  return ({ AssetType, Fields }) => {
    const category = Fields['PrimaryCategory']
    const minutes =
      minutesIn('categories', `${AssetType}/${typeof category === 'string' ? category : ''}`) ??
      minutesIn('types', AssetType) ??
      usual
    return minutes === 0 ? Number.POSITIVE_INFINITY : minutes * MINUTE_MS
  }
}
