/**
 * Who receives an event: every session, or every one with the patient-data flag, or those that may see assets, or
 * alerts, with patients or without.
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
/** One of {@link AUDIENCES}. `alerts` has no patients, and no session receives an alert in both forms. */
export type Audience = (typeof AUDIENCES)[number]

/** What decides which audiences a session belongs to. */
export type AudienceRights = {
  /** an unconfigured system tells nobody about anything but their own access */
  configured: boolean
  patientDataAccess: boolean
  /** whether its pages let it see assets */
  assets: boolean
  /** whether its pages let it see alerts */
  alerts: boolean
  /** whether its pages let it know of notifications */
  notifications: boolean
}

/** Whether a session belongs to an audience. */
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
