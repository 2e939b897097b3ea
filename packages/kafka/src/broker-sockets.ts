import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ISocketFactory } from 'kafkajs'

/** The connections of a client to its brokers. */
export type BrokerSockets = {
  /** creates the connections for kafkajs */
  factory: ISocketFactory
  /**
   * Ends the connections to a broker that has not answered in time, so that new ones are opened. kafkajs would keep
   * them. After a network failure they stay silent for as long as the failure lasted, up to two minutes, because the
   * kernel retransmits at growing intervals.
   * @param broker `host:port`
   */
  abandon(broker: string): void
}

const KEEP_ALIVE_MS = 60_000

/** @param connectionTimeout milliseconds that kafkajs waits for a connection */
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

/**
 * Ends a connection attempt that kafkajs has given up. Otherwise it would continue for minutes next to newer
 * attempts.
 */
function endUnconnected(socket: Socket, connectionTimeout: number): void {
  const timer = setTimeout(() => {
    if (socket.connecting) socket.destroy()
  }, connectionTimeout + 100).unref()
  socket.once('close', () => clearTimeout(timer))
}
