import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatePassword } from '@wardtrack/access'

/** Sign-in of one person of the demo hospital, and what the person is there to show. */
export type DemoSignIn = { username: string; password: string; purpose: string }

/** The file that keeps the demo's generated passwords, so that every start can print them. */
export const signInPath = (dataDir: string): string => join(dataDir, 'demo-sign-in.json')

/** The demo's people with their passwords: a given one, else the one kept from before, else a new one. */
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

/** What was kept; nothing when there is no such file. */
export async function readSignIns(dataDir: string): Promise<DemoSignIn[]> {
  try {
    return JSON.parse(await readFile(signInPath(dataDir), 'utf8')) as DemoSignIn[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
