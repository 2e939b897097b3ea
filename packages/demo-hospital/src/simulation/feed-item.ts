/** The two endpoints a feed speaks to. */
export type FeedLaneName = 'locations' | 'device-status'

export const FEED_PATHS: Readonly<Record<FeedLaneName, string>> = {
  locations: '/location/api/ingest/locations',
  'device-status': '/status/api/ingest/device-status',
}

/** One event as it will be sent: the body's members, with what faults need to know about it. */
export interface FeedItem {
  readonly lane: FeedLaneName
  /** Map on which the gateway that heard it stands; gaps silence one map at a time. */
  readonly mapId: string
  readonly body: Readonly<Record<string, unknown>>
}
