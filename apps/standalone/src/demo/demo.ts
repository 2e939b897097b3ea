import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type FirstAccount,
  forgetGeneratedPassword,
  generatePassword,
  type ServiceParts,
} from '@wardtrack/access'
import { createUser, replaceMapping, storeMetadataImage } from '@wardtrack/api'
import { type Database, isDuplicateKey, Types } from '@wardtrack/database'
import {
  DEMO_SEED,
  type DemoHospital,
  demoHospital,
  renderCategoryImage,
  seedOverHttp,
} from '@wardtrack/demo-hospital'
import { type RunningService, readOrCreateSecret } from '@wardtrack/service-runtime'
import { runSimulator, type Simulator } from './simulator-process.ts'

/** Credentials of a person of the demo hospital, and the purpose of this person in the demo. */
type DemoSignIn = { username: string; password: string; purpose: string }

/** Returns the path of the file with the demo's generated passwords, which every start prints. */
const signInPath = (dataDir: string): string => join(dataDir, 'demo-sign-in.json')

/** Returns the demo's people with their passwords: a given one, or else the stored one, or else a new one. */
async function keepSignIns(
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
async function readSignIns(dataDir: string): Promise<DemoSignIn[]> {
  try {
    return JSON.parse(await readFile(signInPath(dataDir), 'utf8')) as DemoSignIn[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Writes configuration that has no calls, or only calls for administrators: metadata mapping with its pictures,
 * privileges, people. Every step can be repeated.
 * @param firstUsername the first account, which becomes the demo's administrator
 */
async function seedConfiguration(
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

/**
 * `none`: the store does not belong to the demo. `begun`: seeding has started and must be completed. `done`: seeding
 * is complete.
 */
type DemoState = 'none' | 'begun' | 'done'

const DEMO = 'demo'

/** Reads the progress of the demo hospital on this store. */
async function readDemoState(db: Database): Promise<DemoState> {
  const found = await db.models.system.findOne({ _id: DEMO })
  return found?.value === 'begun' || found?.value === 'done' ? found.value : 'none'
}

/** Writes the progress. */
async function markDemo(db: Database, state: 'begun' | 'done'): Promise<void> {
  await db.models.system.updateOne({ _id: DEMO }, { $set: { value: state } }, { upsert: true })
}

/** Returns true if the store holds no hospital data yet, so that the demo may be seeded. */
async function isEmptyStore(db: Database): Promise<boolean> {
  const found = await Promise.all([
    db.models.assets.findOne({}),
    db.models.places.findOne({}),
    db.models.privileges.findOne({}),
  ])
  return found.every((document) => document === null)
}

/** Detailed history of a new demo hospital, in hours. */
const PAST_HOURS = 2
/** Coarse history before the detailed one, in days. */
const HISTORY_DAYS = 30
const HOUR_MS = 3_600_000

/** The demo hospital on this store: its people and its start. */
export type Demo = {
  signIns: DemoSignIn[]
  /** seeds missing data through the ordinary calls, then starts the simulator */
  start(service: RunningService): Promise<Simulator>
}

/** Settings of the demo. */
export type DemoSettings = { dataDir: string; demo: boolean; history: boolean; passwordChosen: boolean }

/**
 * Prepares the demo hospital on an empty store, or on a store that already belongs to the demo.
 * @returns undefined when the demo is off, or the store holds a real hospital
 */
export async function prepareDemo(
  parts: ServiceParts,
  first: FirstAccount,
  settings: DemoSettings,
): Promise<Demo | undefined> {
  if (!settings.demo) return undefined
  const state = await readDemoState(parts.db)
  if (state === 'none' && !(await isEmptyStore(parts.db))) return undefined
  const hospital = demoHospital()
  const dataDir = resolve(settings.dataDir)
  const signIns = await keepSignIns(dataDir, peopleOf(hospital, first, settings.passwordChosen))
  if (state !== 'done') {
    process.stdout.write('Seeding the demo hospital …\n')
    await markDemo(parts.db, 'begun')
    await seedConfiguration(parts, hospital, first.username, signIns)
  }
  return {
    signIns,
    start: async (service) => {
      const key = await readOrCreateSecret(`${dataDir}/demo-ingest-key`)
      await parts.access.keys.ensure(key, { name: 'Demo simulator', kind: 'integration' })
      const url = service.running.url
      if (state !== 'done') await seedHospital(service, hospital, key, settings.history)
      return runSimulator({
        url,
        key,
        pastHours: state === 'done' ? 0 : PAST_HOURS,
        neglect: settings.history,
        log: parts.log,
      })
    },
  }
}

/**
 * Returns the demo's people. The administrator is the first account; an operator's own password is neither stored nor
 * printed.
 */
function peopleOf(hospital: DemoHospital, first: FirstAccount, chosen: boolean) {
  const [administrator, ...otherUsers] = hospital.users
  const password = first.password ?? (first.created && chosen ? '(the one you set)' : undefined)
  return [
    { username: first.username, purpose: administrator?.purpose ?? '', ...(password ? { password } : {}) },
    ...otherUsers.map(({ username, purpose }) => ({ username, purpose })),
  ]
}

async function seedHospital(
  service: RunningService,
  hospital: DemoHospital,
  ingestKey: string,
  withHistory: boolean,
): Promise<void> {
  const { parts, running } = service
  const user = await parts.db.models.users.findOne({ username: service.firstAccount.username })
  if (!user) throw new Error('the first account is gone')
  const { sessionId, token } = await parts.access.sessions.create(user)
  const until = Date.now() - PAST_HOURS * HOUR_MS
  if (withHistory) process.stdout.write(`with what happened in its last ${HISTORY_DAYS} days …\n`)
  const started = performance.now()
  const report = await seedOverHttp({
    baseUrl: running.url,
    ingestKey,
    accessToken: token,
    hospital,
    ...(withHistory ? { history: { seed: DEMO_SEED, days: HISTORY_DAYS, until, neglect: true } } : {}),
  })
  const { positions, states } = report.history ?? {}
  const sent = { positions: positions?.accepted ?? 0, states: states?.accepted ?? 0 }
  parts.log.info({ ...sent, seconds: (performance.now() - started) / 1000 }, 'the demo hospital was seeded')
  for (const problem of report.problems)
    parts.log.warn({ problem }, 'the demo hospital was not seeded in full')
  await parts.access.sessions.end({ sessionId }, 'logout')
  await markDemo(parts.db, 'done')
}
