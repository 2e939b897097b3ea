/** Reasons for refusing an item. This file has only values, without zod, for the browser. */
export const ITEM_CODES = [
  'validation',
  'provider_mismatch',
  'provider_disabled',
  'time_in_future',
  'time_too_old',
  'outside_map',
  'unknown_map',
  'unknown_hierarchy',
  'unknown_monitor',
  'format_failed',
  'handed_over',
] as const
/** One of {@link ITEM_CODES}. */
export type ItemCode = (typeof ITEM_CODES)[number]
