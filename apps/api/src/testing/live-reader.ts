import { type Headers, type LiveReader, openLiveReader, type TestApp } from '@wardtrack/test-kit'

export type { LiveReader, ReadEvent } from '@wardtrack/test-kit'

/** Opens a live stream of an app. @param headers session of the reader, and the last event id */
export const openStream = ({ url }: TestApp, headers: Headers): Promise<LiveReader> =>
  openLiveReader(`${url}/api/live`, headers)
