/** Maximum number of different reasons that a line of a log names. */
const MAX_REASONS = 20

/** Counts a refusal by its field and code; positions in lists are left out. */
export function addReason(
  reasons: Record<string, number>,
  { path, code }: { path: string; code: string },
): void {
  const field = path.replace(/\.\d+(?=\.|$)/g, '[]').slice(0, 60)
  addCount(reasons, field === '' ? code : `${field} ${code}`, 1)
}

/** Adds to a count by reason, unless there are too many reasons. */
export function addCount(reasons: Record<string, number>, reason: string, count: number): void {
  if (!Object.hasOwn(reasons, reason) && Object.keys(reasons).length >= MAX_REASONS) return
  reasons[reason] = (reasons[reason] ?? 0) + count
}
