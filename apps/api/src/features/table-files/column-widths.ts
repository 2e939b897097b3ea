/**
 * Distributes a width among columns: as wide as their texts if possible, and narrow columns are never cut for wide
 * ones.
 */
export function shareWidth(wanted: readonly number[], width: number): number[] {
  const shares = wanted.map(() => 0)
  let open = wanted.map((_, index) => index)
  let remaining = width
  while (open.length > 0) {
    const share = remaining / open.length
    const narrow = open.filter((index) => (wanted[index] ?? 0) <= share)
    const settled = narrow.length > 0 ? narrow : open
    for (const index of settled) {
      shares[index] = narrow.length > 0 ? (wanted[index] ?? 0) : share
      remaining -= shares[index] ?? 0
    }
    open = open.filter((index) => !settled.includes(index))
  }
  const spare = remaining / Math.max(1, wanted.length)
  return shares.map((share) => share + Math.max(0, spare))
}
