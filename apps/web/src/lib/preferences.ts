import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** A switch that this browser remembers. */
export interface Preference {
  readonly read: () => boolean
  readonly write: (on: boolean) => void
}

const preference = (key: string, fallback: boolean): Preference => ({
  read: () => {
    const stored = localStorage.getItem(key)
    return stored === null ? fallback : stored === 'on'
  },
  write: (on) => {
    localStorage.setItem(key, on ? 'on' : 'off')
    for (const listener of listeners) listener()
  },
})

/** Single-key shortcuts; a person who speaks to the computer may want them off (WCAG 2.1.4). */
export const shortcutsOn = preference('wardtrack.shortcuts', true)
/** The side menu at its full width. */
export const menuOpen = preference('wardtrack.menu-open', true)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A remembered switch and its setter. */
export const usePreference = (one: Preference): [boolean, (on: boolean) => void] => [
  useSyncExternalStore(subscribe, one.read),
  one.write,
]
