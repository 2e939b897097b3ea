import { createEmitter } from '../lib/create-store.ts'

const requests = createEmitter<string>()

/** Something that can be asked to take the focus from elsewhere on the page, by name. Returns unsubscribe. */
export const onFocusRequest = (name: string, focus: () => void): (() => void) =>
  requests.subscribe((requested) => {
    if (requested === name) focus()
  })

/** Asks it. */
export const requestFocus = requests.emit
