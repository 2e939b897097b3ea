import type { ServiceParts } from '@wardtrack/access'
import type { ConfigPart } from '@wardtrack/contracts'
import type { BusTopics } from '@wardtrack/database'
import { BUS_GAP } from '@wardtrack/service-kit'

/** How long something is believed when other processes may change it unheard, in milliseconds. */
const UNHEARD_MS = 1_000

/** Something read once and kept until it changes. */
export type CachedRead<T> = { read(): Promise<T>; close(): void }

/**
 * Keeps what `load` gives until the configuration it comes from changes, or the bus may have missed that. Where not
 * every change is heard of, it is read again after a second.
 */
export function cachedRead<T>(
  { bus, hearsAll }: Pick<ServiceParts, 'bus' | 'hearsAll'>,
  load: () => Promise<T>,
  options: { forgetOn: (what: ConfigPart) => boolean },
): CachedRead<T> {
  let known: { value: Promise<T>; until: number } | undefined
  const forget = (): void => {
    known = undefined
  }
  const ends = [
    bus.subscribe<BusTopics['config.changed']>('config.changed', ({ what }) => {
      if (options.forgetOn(what)) forget()
    }),
    bus.subscribe(BUS_GAP, forget),
  ]
  const read = async (): Promise<T> => {
    if (known && known.until > Date.now()) return known.value
    const mine = { value: load(), until: hearsAll ? Number.POSITIVE_INFINITY : Date.now() + UNHEARD_MS }
    known = mine
    try {
      return await mine.value
    } catch (error) {
      if (known === mine) forget()
      throw error
    }
  }
  return {
    read,
    close: () => {
      for (const end of ends) end()
    },
  }
}
