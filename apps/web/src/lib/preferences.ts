import { createEmitter, type Store, useStore } from './create-store.ts'

/** Switch that this browser stores. */
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

/** Single-key shortcuts. Users of speech input may need to turn them off (WCAG 2.1.4). */
export const shortcutsOn = createPreference('wardtrack.shortcuts', true)
/** True when the side menu has its full width. */
export const menuOpen = createPreference('wardtrack.menu-open', true)

/** Returns a stored switch and its setter. */
export const usePreference = (preference: Preference): [boolean, (on: boolean) => void] => [
  useStore(preference),
  preference.write,
]
