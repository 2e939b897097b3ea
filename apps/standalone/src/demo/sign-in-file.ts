import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatePassword } from '@wardtrack/access'

/** Credentials of a person of the demo hospital, and the purpose of this person in the demo. */
export type DemoSignIn = { username: string; password: string; purpose: string }

/** Returns the path of the file with the demo's generated passwords, which every start prints. */
export const signInPath = (dataDir: string): string => join(dataDir, 'demo-sign-in.json')

/** Returns the demo's people with their passwords: a given one, or else the stored one, or else a new one. */
export async function keepSignIns(
  dataDir: string,
  people: readonly (Omit<DemoSignIn, 'password'> & { password?: string })[],
): Promise<DemoSignIn[]> {
  const storedPasswords = new Map(
    (await readSignIns(dataDir)).map((signIn) => [signIn.username, signIn.password]),
  )
  const signIns = people.map((person) => {
    const password = person.password ?? storedPasswords.get(person.username) ?? generatePassword()
    return { username: person.username, password, purpose: person.purpose }
  })
  await writeFile(signInPath(dataDir), `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600 })
  return signIns
}

/** Reads the stored credentials; empty when there is no file. */
export async function readSignIns(dataDir: string): Promise<DemoSignIn[]> {
  try {
    return JSON.parse(await readFile(signInPath(dataDir), 'utf8')) as DemoSignIn[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
