import { createEmitter, type Store, useStore } from './create-store.ts'

/** A switch that this browser remembers. */
export type Preference = Store<boolean>

function createPreference(key: string, fallback: boolean): Preference {
  const changes = createEmitter()
  return {
    subscribe: changes.subscribe,
    read: () => {
      const stored = localStorage.getItem(key)
      return stored === null ? fallback : stored === 'on'
    },
    write: (on) => {
      localStorage.setItem(key, on ? 'on' : 'off')
      changes.emit()
    },
  }
}

/** Single-key shortcuts; a person who speaks to the computer may want them off (WCAG 2.1.4). */
export const shortcutsOn = createPreference('wardtrack.shortcuts', true)
/** The side menu at its full width. */
export const menuOpen = createPreference('wardtrack.menu-open', true)

/** A remembered switch and its setter. */
export const usePreference = (preference: Preference): [boolean, (on: boolean) => void] => [
  useStore(preference),
  preference.write,
]
