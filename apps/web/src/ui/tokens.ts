import type { Tokens } from './tokens.types.ts'
import { dark } from './tokens-dark.ts'
import { light } from './tokens-light.ts'

export type { MarkerPaint, Tokens } from './tokens.types.ts'

/** Tokens of both colour schemes. */
export const tokens: { readonly light: Tokens; readonly dark: Tokens } = { light, dark }

/** Sizes in CSS pixels that several parts of the console use. */
export const sizes = {
  menu: 300,
  menuCollapsed: 70,
  header: 56,
  footer: 32,
  /** Width below which the phone layout is used: menu as a drawer, touch targets of at least 44. */
  phoneBelow: 768,
} as const
