import { assetItem, associationItem, hierarchyItem, locationItem, statusItem } from '@wardtrack/contracts'

/** Maximum number of different reasons that a line of a log names. */
const MAX_REASONS = 20

/** Members of items, and members inside them. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...[assetItem, associationItem, hierarchyItem, locationItem, statusItem].flatMap(({ shape }) =>
    Object.keys(shape),
  ),
  'TagId',
  'Provider',
  'Primary',
  'code',
  'text',
  'priority',
  'name',
  'xDimension',
  'yDimension',
  'edgeTolerance',
])
/** Word for a member outside the contract. */
const OTHER_MEMBER = 'other'

/**
 * Counts a refusal by its field and code. Positions in lists are left out. A member outside the contract is not named,
 * because senders choose its name, which may be a patient's.
 */
export function addReason(
  reasons: Record<string, number>,
  { path, code }: { path: string; code: string },
): void {
  const field = path
    .split('.')
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .map((part) => (MEMBERS.has(part) ? part : OTHER_MEMBER))
    .slice(0, 3)
    .join('.')
  addCount(reasons, field === '' ? code : `${field} ${code}`, 1)
}

/** Adds to a count by reason, unless there are too many reasons. */
export function addCount(reasons: Record<string, number>, reason: string, count: number): void {
  if (!Object.hasOwn(reasons, reason) && Object.keys(reasons).length >= MAX_REASONS) return
  reasons[reason] = (reasons[reason] ?? 0) + count
}
