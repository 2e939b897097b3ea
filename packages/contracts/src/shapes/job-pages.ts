/** Kinds of long work, and the pages that may see and cancel each. */
export const JOB_PAGES = {
  'assets.status': ['assetlist'],
  'encryption.convert': ['encryption-setting'],
  'encryption.rotate': ['encryption-setting'],
  // A service replays what it refused itself.
  'dead-letters.replay.api': ['provider-settings', 'admin-config'],
  'dead-letters.replay.location': ['provider-settings', 'admin-config'],
  'dead-letters.replay.status': ['provider-settings', 'admin-config'],
  'imports.run': ['device-import'],
  'mirth.redeliver': ['mirth-settings'],
  'mirth.redeliver-alerts': ['mirth-settings'],
} as const satisfies Record<string, readonly string[]>
/** One of the kinds of {@link JOB_PAGES}. */
export type JobKind = keyof typeof JOB_PAGES
