/**
 * Options of a find whose result is cached or used outside the store. The result contains only writes that the store
 * cannot lose by a disk failure or a change of the primary. Other reads show writes before they are acknowledged.
 */
export const DURABLE_READ = { readConcern: { level: 'majority' } } as const
