import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ISocketFactory } from 'kafkajs'

/** The connections of a client to its brokers. */
export type BrokerSockets = {
  /** makes them, as kafkajs asks for it */
  factory: ISocketFactory
  /**
   * Ends those to a broker that has not answered in time, so that new ones are made. kafkajs goes on with them: when a
   * network was cut, they stay silent for as long again as it was, up to two minutes, because the kernel sends what was lost
   * at ever longer intervals.
   * @param broker `host:port`
   */
  abandon(broker: string): void
}

const KEEP_ALIVE_MS = 60_000

/** @param connectionTimeout milliseconds after which kafkajs waits for a connection no more */
export function createBrokerSockets(connectionTimeout: number): BrokerSockets {
  const sockets = new Map<string, Set<Socket>>()
  return {
    factory: ({ host, port, ssl, onConnect }) => {
      const servername = isIP(host) === 0 ? { servername: host } : {}
      const socket = ssl
        ? connectTls({ host, port, ...servername, ...ssl }, onConnect)
        : connect({ host, port }, onConnect)
      socket.setKeepAlive(true, KEEP_ALIVE_MS)
      endUnconnected(socket, connectionTimeout)
      const broker = `${host}:${port}`
      const open = sockets.get(broker) ?? new Set()
      sockets.set(broker, open.add(socket))
      socket.once('close', () => {
        open.delete(socket)
        if (open.size === 0 && sockets.get(broker) === open) sockets.delete(broker)
      })
      return socket
    },
    abandon: (broker) => {
      for (const socket of sockets.get(broker) ?? []) socket.destroy(new Error('the broker did not answer'))
    },
  }
}

/** One that kafkajs has given up would go on trying for minutes, beside all that come after it. */
function endUnconnected(socket: Socket, connectionTimeout: number): void {
  const timer = setTimeout(() => {
    if (socket.connecting) socket.destroy()
  }, connectionTimeout + 100).unref()
  socket.once('close', () => clearTimeout(timer))
}
