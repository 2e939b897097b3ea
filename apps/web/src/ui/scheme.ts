import { createStore, useStore } from '../lib/create-store.ts'
import { paintDocument } from './css-variables.ts'
import { type Tokens, tokens } from './tokens.ts'

/** Colour scheme of the page. */
export type Scheme = 'light' | 'dark'
/** Choice of the user; `system` follows the device. */
export type SchemeChoice = Scheme | 'system'

const KEY = 'wardtrack.scheme'
const device = window.matchMedia('(prefers-color-scheme: dark)')

const storedChoice = (): SchemeChoice => {
  const stored = localStorage.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
const choice = createStore(storedChoice())

const schemeOf = (chosen: SchemeChoice): Scheme => {
  if (chosen !== 'system') return chosen
  return device.matches ? 'dark' : 'light'
}
const scheme = createStore(schemeOf(choice.read()))

const repaint = (): void => {
  const next = schemeOf(choice.read())
  paintDocument(next)
  scheme.write(next)
}
device.addEventListener('change', repaint)

/** Prints in the light scheme, because the dark scheme on paper would be grey letters on white. */
addEventListener('beforeprint', () => {
  paintDocument('light')
  scheme.write('light')
})
addEventListener('afterprint', repaint)

/** Applies the chosen scheme to the document before the first render. */
export const paintFirst = (): void => paintDocument(scheme.read())

/** Stores a choice and applies it. */
export function chooseScheme(next: SchemeChoice): void {
  choice.write(next)
  if (next === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, next)
  repaint()
}

/** Returns the current scheme. */
export const useScheme = (): Scheme => useStore(scheme)

/** Returns the user's choice, outside components. */
export const currentChoice = (): SchemeChoice => choice.read()

/** Returns the user's choice, for the switch. */
export const useSchemeChoice = (): SchemeChoice => useStore(choice)

/** Returns the tokens of the current scheme, for canvases, which cannot read CSS variables. */
export const useTokens = (): Tokens => tokens[useScheme()]
