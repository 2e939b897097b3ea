import { type AudienceRights, mayReceive, type Viewer } from '@wardtrack/patient-rule'
import type { AddressedMessage } from './event-coalescer.ts'
import { bodyText, RecentEvents, textByRights } from './recent-events.ts'
import type { StreamRights } from './stream-rights.ts'

type Feed = { rights: AudienceRights; recent: RecentEvents }

const createFeed = (patientDataAccess: boolean): Feed => ({
  rights: { configured: true, assets: true, alerts: true, patientDataAccess },
  recent: new RecentEvents(),
})

/**
 * What was told lately: one feed for people with the patient-data flag and one for all others. Each numbers and keeps
 * its events by itself, so that nothing in the second depends on what only the first holds.
 */
export class EventFeeds {
  private readonly withPatients = createFeed(true)
  private readonly withoutPatients = createFeed(false)

  /** The recent events of those who have the flag, or of those who do not. */
  recentFor({ patientDataAccess }: Viewer): RecentEvents {
    return (patientDataAccess ? this.withPatients : this.withoutPatients).recent
  }

  /** Where both feeds stand now: what comes later is found behind it, whoever asks. */
  position(): (viewer: Viewer) => string {
    const [withPatients, withoutPatients] = [
      this.withPatients.recent.newest,
      this.withoutPatients.recent.newest,
    ]
    return ({ patientDataAccess }) => (patientDataAccess ? withPatients : withoutPatients)
  }

  /** Adds events to the feeds that they are for. @returns their text for given rights */
  add(events: readonly AddressedMessage[], at: number): (rights: StreamRights) => string {
    const bodies = events.map((event) => ({ audience: event.audience, body: bodyText(event) }))
    const added = new Map(
      [this.withPatients, this.withoutPatients].map(({ rights, recent }) => [
        rights.patientDataAccess,
        bodies
          .filter(({ audience }) => mayReceive(rights, audience))
          .map(({ audience, body }) => recent.add(audience, at, body)),
      ]),
    )
    return textByRights(({ patientDataAccess }) => added.get(patientDataAccess) ?? [])
  }
}
