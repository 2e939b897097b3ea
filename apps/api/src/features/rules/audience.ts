import { messages, type NotificationAudience } from '@wardtrack/contracts'
import { type Database, patternContaining, settingId, trusted } from '@wardtrack/database'
import { invalid } from '@wardtrack/service-kit'
import { readTimeZone } from '../mail/index.ts'

/** Maximum number of names of one kind in a response; a search finds others. */
const MAX_OFFERED = 50

/** @throws ApiError 400 naming each unknown privilege and user */
export async function checkAudience(
  db: Database,
  { privileges, users }: NotificationAudience,
): Promise<void> {
  const [knownPrivileges, knownUsers] = await Promise.all([
    db.models.privileges.find({ privilegeName: trusted({ $in: privileges }) }),
    db.models.users.find({ username: trusted({ $in: users }) }),
  ])
  const privilegeNames = new Set(knownPrivileges.map(({ privilegeName }) => privilegeName))
  const people = new Set(knownUsers.map(({ username }) => username))
  const errors = [
    ...privileges.flatMap((name, index) =>
      privilegeNames.has(name)
        ? []
        : [{ path: `Audience.privileges.${index}`, message: messages.privilegeUnknown }],
    ),
    ...users.flatMap((name, index) =>
      people.has(name) ? [] : [{ path: `Audience.users.${index}`, message: messages.recipientUnknown }],
    ),
  ]
  if (errors.length > 0) throw invalid(errors)
}

/**
 * Finds privileges and users whose names contain a text, or the first ones without a text, and how they can be
 * reached.
 */
export async function findRecipients(db: Database, search: string) {
  const pattern = patternContaining(search)
  const named = search === '' ? {} : { privilegeName: pattern }
  const called = search === '' ? {} : { $or: [{ username: pattern }, { displayName: pattern }] }
  const [privileges, users, mailServer] = await Promise.all([
    db.models.privileges.find(named).sort({ privilegeName: 1 }).limit(MAX_OFFERED),
    db.models.users.find(called).sort({ username: 1 }).limit(MAX_OFFERED),
    db.models.settings.findOne({ _id: settingId('Mail', 'Mail') }),
  ])
  return {
    privileges: privileges.map(({ privilegeName }) => privilegeName),
    users: users.map(({ username, displayName, email = '' }) => ({
      username,
      displayName,
      hasMail: email !== '',
    })),
    mailReady: mailServer !== null,
    timeZone: await readTimeZone(db),
  }
}
