import { createStore, useStore } from '../lib/create-store.ts'
import { paintDocument } from './css-variables.ts'
import { type Tokens, tokens } from './tokens.ts'

/** A colour scheme as it is drawn. */
export type Scheme = 'light' | 'dark'
/** What the person chose; `system` follows the device. */
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

/** Paper is light: the dark scheme would be grey letters on white. */
addEventListener('beforeprint', () => {
  paintDocument('light')
  scheme.write('light')
})
addEventListener('afterprint', repaint)

/** Paints the document in the chosen scheme; called before the first render. */
export const paintFirst = (): void => paintDocument(scheme.read())

/** Remembers a choice and repaints. */
export function chooseScheme(next: SchemeChoice): void {
  choice.write(next)
  if (next === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, next)
  repaint()
}

/** The scheme that is drawn now. */
export const useScheme = (): Scheme => useStore(scheme)

/** The person's choice, outside components. */
export const currentChoice = (): SchemeChoice => choice.read()

/** The person's choice, for the switch. */
export const useSchemeChoice = (): SchemeChoice => useStore(choice)

/** The tokens of the scheme that is drawn now: for canvases, which cannot read CSS variables. */
export const useTokens = (): Tokens => tokens[useScheme()]
