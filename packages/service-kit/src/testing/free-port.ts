import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Ports already given to this process, where nobody may listen yet. */
const given = new Set<number>()

/**
 * Returns a free port for a later or repeated listener. It is below the ports that the system assigns itself, so no
 * other test or connection gets it meanwhile.
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
