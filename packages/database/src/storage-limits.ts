/** How much of each kind is stored; beyond it a new one is refused, or the oldest goes where that is said. */
export type StorageLimits = {
  /** `Fields` of an asset */
  assetFields: number
  /** kB of an asset's `Fields` */
  assetKb: number
  /** assets that one asset is linked with */
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
  /** refused items kept for one ingestion key; the oldest go */
  deadLetters: number
  /** MB of them */
  deadLettersMb: number
  /** events of unknown assets kept for one ingestion key; the oldest go */
  unresolved: number
  /** MB of them */
  unresolvedMb: number
  /** things that wait for each address they are delivered to; the oldest go */
  outbox: number
  /** days that they wait at most */
  outboxDays: number
  /** years that entries of the audit log are kept */
  auditYears: number
  /** MB of memory that decoding one map image may take; the usual is enough for the largest with 8 bits a colour */
  imageMemoryMb: number
}

/** What the product starts with; far beyond what a hospital has. */
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
 * Reads limits as they are set, `name=number` with commas between; what is not named is as usual.
 * @throws Error naming what is wrong
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
