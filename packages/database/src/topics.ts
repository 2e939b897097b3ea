import type { ConfigPart, LivePayloads } from '@wardtrack/contracts'

/**
 * Marks what only people with the patient-data flag may be told of, though it is not a patient itself that it names: a
 * link with a patient, a geofence for patients alone.
 */
export type OfPatients = { ofPatients?: true }

/**
 * Topics of the event bus and their payloads. Payloads are JSON, because they may cross to other processes. `asset`
 * is the internal `_id`.
 */
export type BusTopics = {
  /** positions that became current, a batch */
  'asset.location': LivePayloads['asset.location'][]
  /** states that became current, a batch */
  'asset.status': LivePayloads['asset.status'][]
  /** assets created or changed, a batch; asset resolvers drop them from their cache. `tagKeys`: tags that moved or appeared */
  'asset.changed': { changes: (LivePayloads['asset.changed'] & OfPatients)[]; tagKeys: string[] }
  /** alerts that are new, acknowledged or resolved, a batch */
  'geofence.alert': LivePayloads['geofence.alert'][]
  /** rules fired with what was written: the notifications stand in these assets (hexadecimal `_id`) */
  'rules.fired': { assets: string[] }
  /** what rules noticed, a batch. `audience`: see `userRecipient` */
  notification: { audience: string[]; ofPatient: boolean; notification: LivePayloads['notification'] }[]
  'config.changed': { what: ConfigPart } & OfPatients
  /** rights may have changed: of one user, of those who hold a privilege, or (neither named) of everybody */
  'access.changed': { userId?: string; privilegeName?: string }
  /** a job has started, come further, is to be cancelled or has ended */
  'job.changed': { id: string; kind: string }
  'session.ended': { sessionIds: string[]; reason: LivePayloads['session.ended']['reason'] }
}
