import type { ConfigPart, LivePayloads } from '@wardtrack/contracts'

/**
 * Mark for events that only people with the patient-data flag may receive, although the event does not name a patient
 * directly. Examples are links with a patient, and geofences only for patients.
 */
export type OfPatients = { ofPatients?: true }

/**
 * Topics of the event bus and their payloads. Payloads are JSON, because other processes may receive them. `asset` is
 * the internal `_id`.
 */
export type BusTopics = {
  /** a batch of positions that became current */
  'asset.location': LivePayloads['asset.location'][]
  /** a batch of states that became current */
  'asset.status': LivePayloads['asset.status'][]
  /**
   * a batch of created or changed assets, which asset resolvers drop from their cache. `tagKeys`: moved or new tags
   */
  'asset.changed': { changes: (LivePayloads['asset.changed'] & OfPatients)[]; tagKeys: string[] }
  /** a batch of new, acknowledged or resolved alerts */
  'geofence.alert': LivePayloads['geofence.alert'][]
  /** rules fired on writes to these assets (hexadecimal `_id`), which hold the pending notifications */
  'rules.fired': { assets: string[] }
  /** a batch of new notifications. `audience`: see `userRecipient` */
  notification: { audience: string[]; ofPatient: boolean; notification: LivePayloads['notification'] }[]
  'config.changed': { what: ConfigPart } & OfPatients
  /** rights may have changed: of one user, of a privilege's holders, or of everybody when neither is named */
  'access.changed': { userId?: string; privilegeName?: string }
  /** a job was started, cancelled or ended, or has progressed */
  'job.changed': { id: string; kind: string }
  'session.ended': { sessionIds: string[]; reason: LivePayloads['session.ended']['reason'] }
}
