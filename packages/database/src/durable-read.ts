/**
 * Options of a find whose answer is remembered, or acted on beyond the store: it shows nothing that the store may still give
 * up, because its disk refuses it or another member takes over. Other reads show writes before they are acknowledged.
 */
export const DURABLE_READ = { readConcern: { level: 'majority' } } as const
