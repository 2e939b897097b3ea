import type { LucideIcon } from 'lucide-react'

/** What opening a hit does: it leads to an address, or something is done. */
export type HitTarget = { readonly href: string; readonly newTab: boolean } | { readonly run: () => void }

/** Something that a search found. */
export interface SearchHit {
  /** Differs from that of every other hit. */
  readonly key: string
  readonly text: string
  /** What tells it apart from others of its name. */
  readonly detail: string
  readonly Icon: LucideIcon
  readonly target: HitTarget
  /** Whether this browser may remember that it was opened: nothing that may tell of a patient. */
  readonly remembered: boolean
}

/** Hits of one kind under a heading. */
export interface SearchGroup {
  readonly key: string
  readonly heading: string
  readonly hits: readonly SearchHit[]
}

/** An address of the console that opens in this tab. */
export const samePage = (href: string): HitTarget => ({ href, newTab: false })
/** An address of the console that opens in a tab of its own, as details of an asset do. */
export const newTab = (href: string): HitTarget => ({ href, newTab: true })
