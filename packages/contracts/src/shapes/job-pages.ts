/** Kinds of long work, and the pages that may see and cancel each. */
export const JOB_PAGES = {
  'encryption.convert': ['encryption-setting'],
  'encryption.rotate': ['encryption-setting'],
  'dead-letters.replay': ['provider-settings', 'admin-config'],
  'mirth.redeliver': ['mirth-settings'],
  'mirth.redeliver-alerts': ['mirth-settings'],
} as const satisfies Record<string, readonly string[]>
/** One of the kinds of {@link JOB_PAGES}. */
export type JobKind = keyof typeof JOB_PAGES
