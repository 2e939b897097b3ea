import { type Call, type CallName, calls, DEFAULT_BASES } from '@wardtrack/contracts'

/** A declared call with its method and its address, with parameters in braces. */
export type Addressed = { name: CallName; call: Call; method: string; address: string }

/** Returns every declared call, or those that a condition keeps. */
export const addressedCalls = (keep: (call: Call, name: CallName) => boolean = () => true): Addressed[] =>
  (Object.entries(calls) as [CallName, Call][])
    .filter(([name, call]) => keep(call, name))
    .map(([name, call]) => ({ name, call, method: call.route.method, address: addressOf(name) }))

/** Returns the path of a call below the product's origin. */
export function addressOf(name: CallName): string {
  const { service, path } = calls[name].route
  return DEFAULT_BASES[service] + path
}

/** Replaces each parameter of an address with a value. */
export const fillParameters = (address: string, value = 'some-id'): string =>
  address.replaceAll(/\{\+?\w+\}/g, value)
