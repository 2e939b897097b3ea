/** Kinds of jobs, and the pages that may see and cancel each. */
export const JOB_PAGES = {
  'assets.status': ['assetlist'],
  'encryption.convert': ['encryption-setting'],
  'encryption.rotate': ['encryption-setting'],
  // Each service replays the items that it refused.
  'dead-letters.replay.api': ['provider-settings', 'admin-config'],
  'dead-letters.replay.location': ['provider-settings', 'admin-config'],
  'dead-letters.replay.status': ['provider-settings', 'admin-config'],
  'imports.run': ['device-import'],
  'mirth.redeliver': ['mirth-settings'],
  'mirth.redeliver-alerts': ['mirth-settings'],
  'places.rename': ['hierarchy-list-two'],
} as const satisfies Record<string, readonly string[]>
/** Kind of a job in {@link JOB_PAGES}. */
export type JobKind = keyof typeof JOB_PAGES
