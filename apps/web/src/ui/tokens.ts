import type { Tokens } from './tokens.types.ts'
import { dark } from './tokens-dark.ts'
import { light } from './tokens-light.ts'

export type { MarkerPaint, Tokens } from './tokens.types.ts'

/** Both colour schemes, complete. */
export const tokens: { readonly light: Tokens; readonly dark: Tokens } = { light, dark }

/** Position and focus sizes that more than one part of the console needs, in CSS pixels. */
export const sizes = {
  menu: 300,
  menuCollapsed: 70,
  header: 56,
  footer: 32,
  /** Below this width the console is a phone: menu as a drawer, targets of at least 44. */
  phoneBelow: 768,
} as const
