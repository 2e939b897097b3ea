import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Headers, type LiveReader, openLiveReader } from '@wardtrack/test-kit'

export type { LiveReader, ReadEvent } from '@wardtrack/test-kit'

/** An app listening on loopback, for streams. */
export type Listening = { open(headers: Headers): Promise<LiveReader>; close(): Promise<void> }

/** Lets an app listen, so that streams can be read while other requests go on. */
export async function listen(app: RequestListener): Promise<Listening> {
  const server: Server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`
  return {
    open: (headers) => openLiveReader(url, headers),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
