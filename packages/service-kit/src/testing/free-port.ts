import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** What this process was given before: nobody may listen there yet. */
const given = new Set<number>()

/**
 * A port on which nobody listens, for what listens on it later or once more. It is below those that the system hands out
 * by itself, of which another test or a connection could be given this very one meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(10_000)
    if (given.has(port)) continue
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (!isFree) continue
    given.add(port)
    return port
  }
}
