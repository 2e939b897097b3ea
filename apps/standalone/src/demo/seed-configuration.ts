import { forgetGeneratedPassword, type ServiceParts } from '@wardtrack/access'
import { createUser, replaceMapping, storeMetadataImage } from '@wardtrack/api'
import { isDuplicateKey, Types } from '@wardtrack/database'
import { type DemoHospital, renderCategoryImage } from '@wardtrack/demo-hospital'
import type { DemoSignIn } from './sign-in-file.ts'

/**
 * Writes configuration that has no calls, or only calls for administrators: metadata mapping with its pictures,
 * privileges, people. Every step can be repeated.
 * @param firstUsername the first account, which becomes the demo's administrator
 */
export async function seedConfiguration(
  parts: ServiceParts,
  hospital: DemoHospital,
  firstUsername: string,
  signIns: readonly DemoSignIn[],
): Promise<void> {
  for (const image of hospital.images)
    await storeMetadataImage(parts, image.path, await renderCategoryImage(image.name))
  const { _aliases: aliases, ...types } = hospital.metadataMapping
  await replaceMapping(parts, { aliases: mutableCopy(aliases), types: mutableCopy(types) })
  for (const privilege of hospital.privileges) await addPrivilege(parts, privilege)
  await seedPeople(parts, hospital, firstUsername, signIns)
  // The demo keeps its passwords in a file.
  await forgetGeneratedPassword(parts.db)
}

const mutableCopy = <T>(value: unknown): T => structuredClone(value) as T

async function addPrivilege(
  parts: ServiceParts,
  privilege: DemoHospital['privileges'][number],
): Promise<void> {
  const { privilegeName, description, routes } = privilege
  const doc = {
    _id: new Types.ObjectId(),
    privilegeName,
    nameKey: privilegeName.toLowerCase(),
    description,
    apis: [],
  }
  await parts.db.models.privileges.create({ ...doc, routes: [...routes] }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
  })
}

async function seedPeople(
  parts: ServiceParts,
  hospital: DemoHospital,
  firstUsername: string,
  signIns: readonly DemoSignIn[],
): Promise<void> {
  const [administrator, ...otherUsers] = hospital.users
  if (administrator)
    await parts.db.models.users.updateOne(
      { username: firstUsername },
      {
        $set: {
          displayName: administrator.displayName,
          privileges: [...administrator.privileges],
          patientDataAccess: administrator.patientDataAccess,
        },
      },
    )
  for (const person of otherUsers) {
    const password = signIns.find((signIn) => signIn.username === person.username)?.password
    if (!password || (await parts.db.models.users.findOne({ usernameKey: person.username.toLowerCase() })))
      continue
    const { username, displayName, patientDataAccess } = person
    await createUser(parts, {
      username,
      displayName,
      patientDataAccess,
      password,
      privileges: [...person.privileges],
    })
  }
}
