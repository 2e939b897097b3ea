import type { ItemCode } from '@wardtrack/contracts'

/** Why one item was refused: the member's dotted path within the item, a code, a text for people without values. */
export type ItemRefusal = { path: string; code: ItemCode; message: string }

/** What became of one item. */
export type Outcome = 'accepted' | 'duplicate' | 'unresolved' | ItemRefusal

/** What became of one raw item: an outcome, or every reason for its refusal (the first is the one answered). */
export type ItemResult = Exclude<Outcome, ItemRefusal> | readonly ItemRefusal[]

/** An item that passed the checks every endpoint makes, ready for its endpoint. */
export type ValidItem<I> = {
  /** position within the request */
  index: number
  item: I
  /** lower case; the item's own, else the key's, else '' */
  provider: string
  /** when it happened; the receive time, a millisecond apart, when the item names none */
  time: Date
  receivedAt: Date
  /**
   * Set when the item names neither time nor eventId: what tells it from every other such item. `repeatable` when a
   * repeat of the request gives the same (Idempotency-Key), though at another time.
   */
  ordinal?: { text: string; repeatable: boolean }
}

/** Makes a refusal of one item. */
export const refuseItem = (path: string, code: ItemCode, message: string): ItemRefusal => ({
  path,
  code,
  message,
})

/** Whether an outcome is a refusal. */
export const isRefusal = (outcome: unknown): outcome is ItemRefusal =>
  typeof outcome === 'object' && outcome !== null && 'code' in outcome && 'path' in outcome
