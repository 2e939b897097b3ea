import type { LucideIcon } from 'lucide-react'

/** Effect of opening a hit: an address or a function. */
export type HitTarget = { readonly href: string; readonly newTab: boolean } | { readonly run: () => void }

/** Hit of a search. */
export interface SearchHit {
  /** Unique among all hits. */
  readonly key: string
  readonly text: string
  /** Detail that distinguishes hits of the same name. */
  readonly detail: string
  readonly Icon: LucideIcon
  readonly target: HitTarget
  /** True if this browser may store that the hit was opened; false if the hit may reveal a patient. */
  readonly remembered: boolean
}

/** Hits of one kind under a heading. */
export interface SearchGroup {
  readonly key: string
  readonly heading: string
  readonly hits: readonly SearchHit[]
}

/** Target that opens an address of the console in this tab. */
export const samePage = (href: string): HitTarget => ({ href, newTab: false })
/** Target that opens an address of the console in a new tab, as for details of an asset. */
export const newTab = (href: string): HitTarget => ({ href, newTab: true })
