/** The two endpoints of a feed. */
export type FeedLaneName = 'locations' | 'device-status'

export const FEED_PATHS: Readonly<Record<FeedLaneName, string>> = {
  locations: '/location/api/ingest/locations',
  'device-status': '/status/api/ingest/device-status',
}

/** One event to send: the members of its body, and values that faults need. */
export interface FeedItem {
  readonly lane: FeedLaneName
  /** Map of the gateway that received it; network gaps affect one map at a time. */
  readonly mapId: string
  readonly body: Readonly<Record<string, unknown>>
}
