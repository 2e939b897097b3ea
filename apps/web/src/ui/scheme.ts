import { useSyncExternalStore } from 'react'
import { paintDocument } from './css-variables.ts'
import { type Tokens, tokens } from './tokens.ts'

/** A colour scheme as it is drawn. */
export type Scheme = 'light' | 'dark'
/** What the person chose; `system` follows the device. */
export type SchemeChoice = Scheme | 'system'

const KEY = 'wardtrack.scheme'
const device = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const storedChoice = (): SchemeChoice => {
  const stored = localStorage.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
let choice = storedChoice()

const scheme = (): Scheme => {
  if (choice !== 'system') return choice
  return device.matches ? 'dark' : 'light'
}

const repaint = (): void => {
  paintDocument(scheme())
  for (const listener of listeners) listener()
}
device.addEventListener('change', repaint)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Paints the document in the chosen scheme; called before the first render. */
export const paintFirst = (): void => paintDocument(scheme())

/** Remembers a choice and repaints. */
export function chooseScheme(next: SchemeChoice): void {
  choice = next
  if (next === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, next)
  repaint()
}

/** The scheme that is drawn now. */
export const useScheme = (): Scheme => useSyncExternalStore(subscribe, scheme)

/** The person's choice, for the switch. */
export const useSchemeChoice = (): SchemeChoice => useSyncExternalStore(subscribe, () => choice)

/** The tokens of the scheme that is drawn now: for canvases, which cannot read CSS variables. */
export const useTokens = (): Tokens => tokens[useScheme()]
