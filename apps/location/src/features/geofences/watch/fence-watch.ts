import type { ServiceParts } from '@wardtrack/access'
import type { PlaceBook } from '../../../places/place-book.ts'
import { createFenceBook, type FenceBook } from './fence-book.ts'
import { createHandOver, type HandOver, type Raiser } from './hand-over.ts'
import { startWaitClock } from './wait-clock.ts'

/** The geofences of a process at work: what judges places, what ends waits, and where alerts go. */
export type FenceWatch = {
  fences: FenceBook
  handOver: HandOver
  /** to be called when no place is written any more, while the store is still open */
  close(): Promise<void>
}

/** Starts watching: from now on waits end on time. */
export function startFenceWatch(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'log' | 'hearsAll'>,
  places: PlaceBook,
  raiser: Raiser,
): FenceWatch {
  const fences = createFenceBook({ ...parts, places })
  const handOver = createHandOver(parts, raiser)
  const clock = startWaitClock(parts, fences, handOver)
  return {
    fences,
    handOver,
    close: async () => {
      await clock.close()
      await handOver.idle()
      fences.close()
    },
  }
}
