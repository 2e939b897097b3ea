import { type Database, type StorageLimits, settingId, trusted } from '@wardtrack/database'

/** Entries of one delete: short enough that the writes of others never wait long. */
const PAGE = 1_000

/**
 * Removes the oldest entries of the audit log, in the order of their numbers, up to the first that is young enough: what
 * stays is a chain without a gap. An entry of a long request is older than its number says, and waits for those before it.
 * The newest entry stays however old it is, since numbers and chain go on from it.
 * @param before entries since then stay
 * @param isClosed asked between deletes
 * @returns how many went
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

/** How many days entries are kept: what the setting Retention/Audit says, else the limit of the installation. */
export async function auditDays(
  db: Database,
  { auditYears }: Pick<StorageLimits, 'auditYears'>,
): Promise<number> {
  const setting = await db.models.settings.findOne({ _id: settingId('Retention', 'Audit') })
  const days = setting?.Fields['days']
  return typeof days === 'number' ? days : Math.ceil(auditYears * YEAR_DAYS)
}

/** The same in milliseconds. */
export const auditAgeMs = async (...parameters: Parameters<typeof auditDays>): Promise<number> =>
  (await auditDays(...parameters)) * DAY_MS
