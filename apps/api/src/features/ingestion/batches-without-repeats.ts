/**
 * Splits a list into runs that can each be written at once: what two elements both touch must be written in their
 * order, so a run ends before an element that touches what an earlier one of it does.
 * @param touches keys of what an element changes
 */
export function toBatchesWithoutRepeats<T>(
  elements: readonly T[],
  touches: (element: T) => readonly string[],
): T[][] {
  const waves: T[][] = []
  let wave: T[] = []
  let touched = new Set<string>()
  for (const element of elements) {
    const keys = touches(element)
    if (keys.some((key) => touched.has(key))) {
      waves.push(wave)
      wave = []
      touched = new Set()
    }
    wave.push(element)
    for (const key of keys) touched.add(key)
  }
  if (wave.length > 0) waves.push(wave)
  return waves
}
