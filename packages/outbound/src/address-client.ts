import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { postJson } from './post-json.ts'
import { resolveTarget, type Target, type TargetRules } from './resolve-target.ts'
import { deliveryHeaders } from './signature.ts'

/** Sends deliveries to an address over keep-alive connections. */
export type AddressClient = {
  /**
   * Sends one delivery and returns the status of the answer.
   * @param key sent as `Idempotency-Key`: the same for every attempt
   * @throws AddressNotAllowed, or an error when there is no answer
   */
  post(thing: PostedThing, signal: AbortSignal): Promise<number>
  close(): void
}

/** Content, receiver and key of a delivery. */
export type PostedThing = {
  address: string
  key: string
  body: string
  /** secrets that the body is signed with; empty until a secret is created */
  secrets: readonly string[]
}

/** Milliseconds after which a name is looked up and its addresses are checked again. */
const TARGET_MS = 30_000
/** Limit of connections to one address; an endless answer holds its connection for a moment. */
const MAX_SOCKETS = 64

type Connection = { target: Target; agent: HttpAgent | HttpsAgent }

/**
 * Creates a client for one receiver. A keep-alive connection goes to an IP address that was checked at its opening.
 * When the name resolves to another address, new connections are opened.
 */
export function createAddressClient(rules: TargetRules): AddressClient {
  let latest: { address: string; checkedAt: number; opening: Promise<Connection> } | undefined
  let current: Connection | undefined

  const open = async (address: string): Promise<Connection> => {
    const target = await resolveTarget(address, rules)
    if (current && isSameTarget(current.target, target)) return current
    current?.agent.destroy()
    const options = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_SOCKETS }
    const agent = target.url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
    current = { target, agent }
    return current
  }
  const connectionTo = (address: string): Promise<Connection> => {
    const now = performance.now()
    if (latest?.address === address && now - latest.checkedAt < TARGET_MS) return latest.opening
    const opening = open(address)
    const started = { address, checkedAt: now, opening }
    latest = started
    opening.catch(() => {
      if (latest === started) latest = undefined
    })
    return opening
  }
  return {
    post: async ({ address, key, body, secrets }, signal) => {
      const connection = await connectionTo(address)
      return postJson(connection.target, body, deliveryHeaders(key, body, secrets), signal, connection.agent)
    },
    close: () => current?.agent.destroy(),
  }
}

const isSameTarget = (a: Target, b: Target): boolean =>
  a.url.href === b.url.href &&
  a.addresses.map(({ address }) => address).join() === b.addresses.map(({ address }) => address).join()
