/**
 * The token that a `TokenChanged` header puts in the stored one's place, or undefined when it answers for another.
 * The header is `{newToken}_{oldToken}`. Tokens may hold underscores themselves, so it is not split: it has to end
 * with an underscore and the stored token.
 */
export function rotatedToken(header: string | null, stored: string | null): string | undefined {
  if (!header || !stored) return undefined
  const tail = `_${stored}`
  if (!header.endsWith(tail)) return undefined
  const next = header.slice(0, -tail.length)
  return next === '' ? undefined : next
}
