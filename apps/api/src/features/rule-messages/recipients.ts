import { type Database, type NotificationDoc, trusted, type UserDoc } from '@wardtrack/database'

const PRIVILEGE = 'privilege:'
const USER = 'user:'

/**
 * Finds the mail recipients of a rule: users with an address who can sign in and, for patients, have the patient-data
 * flag.
 */
export async function findMailRecipients(
  db: Database,
  { audience, ofPatient }: Pick<NotificationDoc, 'audience' | 'ofPatient'>,
): Promise<UserDoc[]> {
  const namesWith = (beginning: string): string[] =>
    audience.flatMap((key) => (key.startsWith(beginning) ? [key.slice(beginning.length)] : []))
  const $or = [
    { username: trusted({ $in: namesWith(USER) }) },
    { privileges: trusted({ $in: namesWith(PRIVILEGE) }) },
  ]
  return db.models.users.find({
    $or,
    email: trusted({ $gt: '' }),
    locked: false,
    ...(ofPatient ? { patientDataAccess: true } : {}),
  })
}

/** Returns true if a user may still get a mail: the account or the flag may be gone since the mail was written. */
export const mayGetMail = (user: UserDoc | null, ofPatients: boolean): user is UserDoc & { email: string } =>
  user !== null && !user.locked && (user.email ?? '') !== '' && (user.patientDataAccess || !ofPatients)
