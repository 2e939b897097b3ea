/**
 * Recipients of an event: every session, every session with the patient-data flag, or those that may see assets or
 * alerts, with or without patients.
 */
export const AUDIENCES = [
  'all',
  'flagged',
  'assets',
  'patients',
  'alerts',
  'alertsOfPatients',
  'notifications',
  'notificationsOfPatients',
] as const
/**
 * An audience of {@link AUDIENCES}. Audience `alerts` holds sessions without the flag, and `alertsOfPatients` sessions with
 * it, so that each session receives one form of an alert.
 */
export type Audience = (typeof AUDIENCES)[number]

/** Rights that decide a session's audiences. */
export type AudienceRights = {
  /** false for an unconfigured system, which sends people only events about their own access */
  configured: boolean
  patientDataAccess: boolean
  /** true when the session's pages show assets */
  assets: boolean
  /** true when the session's pages show alerts */
  alerts: boolean
  /** true when the session's pages show notifications */
  notifications: boolean
}

/** Returns true if a session belongs to an audience. */
export function mayReceive(rights: AudienceRights, audience: Audience): boolean {
  const { configured, assets, alerts, notifications, patientDataAccess } = rights
  if (!configured) return false
  switch (audience) {
    case 'all':
      return true
    case 'flagged':
      return patientDataAccess
    case 'assets':
      return assets
    case 'patients':
      return assets && patientDataAccess
    case 'alerts':
      return alerts && !patientDataAccess
    case 'alertsOfPatients':
      return alerts && patientDataAccess
    case 'notifications':
      return notifications
    case 'notificationsOfPatients':
      return notifications && patientDataAccess
  }
}
