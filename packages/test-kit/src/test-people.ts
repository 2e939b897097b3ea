import type { NewKey, ServiceParts } from '@wardtrack/access'
import { PAGES, SCOPES } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'

/** Headers of a request. */
export type Headers = Record<string, string>

/** Signed-in people and keys for tests. */
export type TestPeople = {
  /** every page, with the patient-data flag */
  admin: Headers
  /** every page, without the patient-data flag */
  noPatients: Headers
  /** a session without any page */
  nobody: Headers
  /** an ingestion key with every scope */
  key: Headers
  password: string
  /** creates a user with the given pages and returns the headers of a fresh session */
  signIn(person: {
    username: string
    pages?: readonly string[]
    patientDataAccess?: boolean
    builtIn?: boolean
  }): Promise<Headers>
  /** creates a key and returns its headers */
  makeKey(wanted: Partial<NewKey>): Promise<Headers>
}

const PASSWORD = 'correct horse battery'

/** Creates the people of a test app. The first account `admin` is built in. */
export async function createTestPeople(parts: ServiceParts, configured: boolean): Promise<TestPeople> {
  const { db, access } = parts
  const passwordHash = await access.passwords.hash(PASSWORD)
  const signIn: TestPeople['signIn'] = async ({
    username,
    pages = [],
    patientDataAccess = false,
    builtIn = false,
  }) => {
    const privilegeName = `May be ${username}`
    if (configured)
      await db.models.privileges.create({
        _id: new Types.ObjectId(),
        privilegeName,
        nameKey: privilegeName.toLowerCase(),
        description: 'made for a test',
        routes: pages.map((page) => `/${page}`),
        apis: [],
      })
    const user = {
      _id: new Types.ObjectId(),
      username,
      usernameKey: username.toLowerCase(),
      displayName: username,
      passwordHash,
      privileges: configured ? [privilegeName] : [],
      patientDataAccess,
      locked: false,
      builtIn,
      createdAt: new Date(),
    }
    await db.models.users.create(user)
    const { token } = await access.sessions.create(user)
    return { authorization: `Bearer ${token}` }
  }
  const makeKey: TestPeople['makeKey'] = async (wanted) => {
    const { key } = await access.keys.create({ name: 'test', kind: 'integration', scopes: SCOPES, ...wanted })
    return { authorization: `Bearer ${key}` }
  }
  return {
    admin: await signIn({ username: 'admin', pages: PAGES, patientDataAccess: true, builtIn: true }),
    noPatients: await signIn({ username: 'nurse', pages: PAGES }),
    nobody: await signIn({ username: 'nobody' }),
    key: await makeKey({}),
    password: PASSWORD,
    signIn,
    makeKey,
  }
}
