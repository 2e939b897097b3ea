import { type Database, type NotificationDoc, trusted, type UserDoc } from '@wardtrack/database'

const PRIVILEGE = 'privilege:'
const USER = 'user:'

/**
 * Who of those that a rule tells gets a mail: people with an address who can sign in, and of what concerns patients
 * only those who may know of patients.
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

/** Whether a mail may still be sent to somebody, who may have left or lost the flag since it was written. */
export const mayGetMail = (user: UserDoc | null, ofPatients: boolean): user is UserDoc & { email: string } =>
  user !== null && !user.locked && (user.email ?? '') !== '' && (user.patientDataAccess || !ofPatients)
