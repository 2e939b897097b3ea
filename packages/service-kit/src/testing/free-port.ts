import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port on which nobody listens, for what listens on it later or once more. It is below those that the system hands out
 * by itself, of which another test or a connection could be given this very one meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(10_000)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
