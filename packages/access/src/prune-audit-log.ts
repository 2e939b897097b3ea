import { type Database, type StorageLimits, settingId, trusted } from '@wardtrack/database'

/** Entries of one delete: few enough that other writers never wait long. */
const PAGE = 1_000

/**
 * Removes the oldest entries of the audit log in order of their numbers, up to the first that is young enough. The
 * remaining chain has no gap. The entry of a long request is older than its number suggests, and stays until all
 * entries before it are removed. The newest entry always stays, because numbers and chain continue from it.
 * @param before entries since this time stay
 * @param isClosed checked between deletes
 * @returns number of removed entries
 */
export async function pruneAuditLog(
  { models: { audit } }: Database,
  before: Date,
  isClosed: () => boolean = () => false,
): Promise<number> {
  const newest = await audit.findOne({}).sort({ _id: -1 }).select({ _id: 1 })
  let removed = 0
  while (newest && !isClosed()) {
    const page = await audit
      .find({ _id: trusted({ $lt: newest._id }) })
      .select({ time: 1 })
      .sort({ _id: 1 })
      .limit(PAGE)
    const firstKept = page.findIndex(({ time }) => time >= before)
    const last = (firstKept < 0 ? page : page.slice(0, firstKept)).at(-1)
    if (!last) break
    removed += (await audit.deleteMany({ _id: trusted({ $lte: last._id }) })).deletedCount
  }
  return removed
}

const DAY_MS = 86_400_000
const YEAR_DAYS = 365.25

/**
 * Returns the number of days that entries are kept: the setting Retention/Audit, or else the installation's limit.
 */
export async function auditDays(
  db: Database,
  { auditYears }: Pick<StorageLimits, 'auditYears'>,
): Promise<number> {
  const setting = await db.models.settings.findOne({ _id: settingId('Retention', 'Audit') })
  const days = setting?.Fields['days']
  return typeof days === 'number' ? days : Math.ceil(auditYears * YEAR_DAYS)
}

/** Returns the same period in milliseconds. */
export const auditAgeMs = async (...parameters: Parameters<typeof auditDays>): Promise<number> =>
  (await auditDays(...parameters)) * DAY_MS
