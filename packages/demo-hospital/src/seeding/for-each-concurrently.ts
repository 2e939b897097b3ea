/** Maximum number of concurrent requests: enough for speed, few enough to leave capacity for users. */
const MAX_CONCURRENT = 6

/** Runs a function for each item, a few at a time. Returns the number of successes; failures are named. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  handle: (item: T) => Promise<unknown>,
  problems: string[],
): Promise<number> {
  const queue = [...items]
  let done = 0
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift())
      try {
        await handle(item)
        done++
      } catch (error) {
        problems.push(`${nameOf(item)}: ${error instanceof Error ? error.message : String(error)}`)
      }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
  return done
}
