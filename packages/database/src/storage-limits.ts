/**
 * Limits of stored objects. Beyond a limit a new object is refused, or the oldest is deleted where the comment says
 * so.
 */
export type StorageLimits = {
  /** number of `Fields` of an asset */
  assetFields: number
  /** kB of an asset's `Fields` */
  assetKb: number
  /** links of one asset */
  assetLinks: number
  /** places of all hierarchies */
  places: number
  fences: number
  /** geofences of one map */
  mapFences: number
  /** notification rules and asset rules together */
  rules: number
  /** monitors marked on maps */
  monitors: number
  /** location providers with settings */
  providers: number
  /** refused items kept for one ingestion key; the oldest are deleted */
  deadLetters: number
  /** MB of refused items kept for one ingestion key */
  deadLettersMb: number
  /** events of unknown assets kept for one ingestion key; the oldest are deleted */
  unresolved: number
  /** MB of events of unknown assets kept for one ingestion key */
  unresolvedMb: number
  /** waiting deliveries for each address; the oldest are deleted */
  outbox: number
  /** days that deliveries wait at most */
  outboxDays: number
  /** years that entries of the audit log are kept */
  auditYears: number
  /** MB of memory for decoding one map image; the default is enough for the largest image with 8 bits per colour */
  imageMemoryMb: number
}

/** Default limits, far beyond the needs of a hospital. */
export const STORAGE_LIMITS: Readonly<StorageLimits> = {
  assetFields: 200,
  assetKb: 256,
  assetLinks: 500,
  places: 200_000,
  fences: 50_000,
  mapFences: 2_000,
  rules: 10_000,
  monitors: 100_000,
  providers: 200,
  deadLetters: 100_000,
  deadLettersMb: 256,
  unresolved: 100_000,
  unresolvedMb: 256,
  outbox: 10_000_000,
  outboxDays: 7,
  auditYears: 6,
  imageMemoryMb: 768,
}

/**
 * Reads limits in the form `name=number`, separated by commas; unnamed limits keep their defaults.
 * @throws Error naming the fault
 */
export function readLimits<L extends Record<string, number>>(text: string, usual: Readonly<L>): L {
  const limits: Record<string, number> = { ...usual }
  for (const part of text.split(',').map((entry) => entry.trim())) {
    if (part === '') continue
    const [name = '', value = ''] = part.split('=', 2).map((entry) => entry.trim())
    if (!Object.hasOwn(limits, name)) throw new Error(`there is no limit ${name}`)
    if (!/^[1-9]\d{0,8}$/.test(value)) throw new Error(`${name} needs a number from 1 to 999999999`)
    limits[name] = Number(value)
  }
  return limits as L
}
