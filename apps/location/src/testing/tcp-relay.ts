import { connect, createServer, type Socket } from 'node:net'

/** Treatment of passing bytes. `held`: bytes wait and connections stay open, as when a network is cut. */
export type RelayMode = 'open' | 'held' | 'slow'

/** Relay in front of a server that simulates network faults. */
export type TcpRelay = {
  port: number
  /** sets the mode of all connections, including open ones; held bytes continue in mode 'open' */
  set(mode: RelayMode): void
  /** ends every connection with a reset */
  reset(): void
  /** opens connections to the server that send only the beginning of a message. @returns function that closes them */
  openHalf(count: number, text: string): Promise<() => void>
  close(): void
}

/** Bytes per step of a slow relay, and milliseconds between steps. */
const SLOW_BYTES = 64
const SLOW_MS = 20

/** Opens the relay. @param target current port of the server @param host address on which the server listens */
export async function openRelay(target: () => number, host = '127.0.0.1'): Promise<TcpRelay> {
  let mode: RelayMode = 'open'
  const sockets = new Set<Socket>()
  const flushes = new Set<() => void>()
  const join = (from: Socket, to: Socket): void => {
    let held: Buffer[] = []
    let isEnded = false
    const pass = (): void => {
      if (mode === 'held') return
      if (mode === 'slow') {
        const [first] = held
        if (!first) return
        to.write(first.subarray(0, SLOW_BYTES))
        held = [first.subarray(SLOW_BYTES), ...held.slice(1)].filter(({ length }) => length > 0)
      } else {
        for (const bytes of held.splice(0)) to.write(bytes)
      }
      if (isEnded && held.length === 0) to.end()
    }
    flushes.add(pass)
    from.on('data', (bytes) => {
      held.push(bytes)
      pass()
    })
    from.on('end', () => {
      isEnded = true
      pass()
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      flushes.delete(pass)
      sockets.delete(from)
      // A reset of one side also resets the other, unless the network between them is cut.
      if (mode !== 'held') to.destroy()
    })
    sockets.add(from)
  }
  const flushAll = (): void => {
    for (const flush of flushes) flush()
  }
  const timer = setInterval(() => mode === 'slow' && flushAll(), SLOW_MS)
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: target(), host: '127.0.0.1', allowHalfOpen: true })
    join(client, upstream)
    join(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as { port: number }
  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port,
    set: (next) => {
      mode = next
      flushAll()
    },
    reset,
    openHalf: async (count, text) => {
      const opened = await Promise.all(
        Array.from({ length: count }, async () => {
          const socket = connect(target(), '127.0.0.1')
          socket.on('error', () => undefined)
          await new Promise((resolve) => socket.once('connect', resolve))
          socket.write(text)
          return socket
        }),
      )
      return () => {
        for (const socket of opened) socket.destroy()
      }
    },
    close: () => {
      clearInterval(timer)
      server.close()
      reset()
    },
  }
}
