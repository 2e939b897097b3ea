import { readFile } from 'node:fs/promises'
import { type CallName, PAGES, pageAllows } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressedCalls, addressOf } from './addresses.ts'
import { fillHospital, PATIENT_NAME } from './hospital.ts'
import { CHANGES, type Change, REACH, SETTINGS } from './page-reach/changes.ts'
import { type Aims, attempt, CHOSEN_PASSWORD, firstSteps, type Holder } from './page-reach/first-steps.ts'
import { type Answer, attempts, openTarget, type Target } from './target.ts'

const ADMINISTRATOR = 'privilege-settings'
/** Persons who try at the same time. */
const AT_ONCE = 4
/** One of so many calls is tried where all answer alike. */
const EVERY = attempts(8, 1)

let target: Target
const holders: Holder[] = []
let aims: Aims

beforeAll(async () => {
  target = await openTarget()
  await fillHospital(target, { equipment: 3, patients: 2 })
  const { signIn } = target.people
  await signIn({ username: 'sees patients', pages: ['devices'], patientDataAccess: true })
  for (const page of PAGES) {
    const username = `holder of ${page.replaceAll('/', ' ')}`
    const headers = await signIn({ username, pages: [page] })
    const user = await target.parts.db.driver.users.findOne({ username })
    holders.push({ username, page, headers, id: user?._id.toHexString() ?? '' })
  }
  const { users, privileges } = target.parts.db.driver
  const strong = await users.find({ username: { $in: ['admin', 'nurse', 'sees patients'] } }).toArray()
  const all = await privileges.find().toArray()
  aims = {
    accounts: strong.map(({ _id }) => _id.toHexString()),
    privileges: all.map(({ _id, privilegeName }) => ({ id: _id.toHexString(), name: privilegeName })),
  }
})
afterAll(() => target.close())

/** Calls a function for every holder, some at the same time. */
async function forEachHolder(visit: (holder: Holder) => Promise<void>): Promise<void> {
  const waiting = [...holders]
  const work = async (): Promise<void> => {
    for (let holder = waiting.shift(); holder; holder = waiting.shift()) await visit(holder)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

const isRefused = ({ status }: Answer): boolean => status === 401 || status === 403
const changing = new Map<CallName, Change>(
  Object.entries(CHANGES).flatMap(([change, names]) =>
    names.map((name) => [name, change as Change] as const),
  ),
)

/** Returns what the holder of a page can change besides own things, as the product answers. */
async function changesOf({ headers, username }: Holder): Promise<Set<Change>> {
  const reached = new Set<Change>()
  for (const [change, names] of Object.entries(CHANGES)) {
    if (change === 'own') continue
    const tried = names.filter((_name, index) => index % EVERY === 0)
    const answers = []
    for (const call of tried) answers.push(isRefused(await attempt(target, headers, { call })))
    if (answers.includes(false)) reached.add(change as Change)
    // A page changes all of a kind, or nothing of that kind.
    expect(new Set(answers).size, `${change} for ${username}`).toBe(1)
  }
  for (const setting of SETTINGS) {
    const [Type, SubType] = setting.split('/')
    const answer = await attempt(target, headers, {
      call: 'createSettings',
      body: { Type, SubType, Fields: { wrong: { wrong: true } } },
    })
    // Wrong fields change nothing, and are refused after the rights.
    if (!isRefused(answer)) reached.add(setting)
  }
  return reached
}

describe('one page', () => {
  test('changes what its row in SECURITY.md says, and nothing else', async () => {
    const found = new Map<string, string[]>()
    await forEachHolder(async (holder) => {
      found.set(holder.page, [...(await changesOf(holder))].toSorted())
    })
    const expected = PAGES.map((page) => [page, [...(REACH[page] ?? [])].toSorted()] as const)
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  })

  test('has a row in SECURITY.md, if it changes what others see', async () => {
    const text = await readFile(new URL('../../SECURITY.md', import.meta.url), 'utf8')
    const table = text.slice(text.indexOf('## Reach of each page'), text.indexOf('## Libraries'))
    const rows = table.split('\n').filter((line) => line.startsWith('| `'))
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, page]) => page),
    )
    expect(new Set(named)).toEqual(new Set([...Object.keys(REACH), 'error-logs']))
  })

  test('that changes things is known for each call of the contract', () => {
    const writing = addressedCalls(
      ({ route: { access, method } }) =>
        access.kind !== 'key' && access.kind !== 'public' && method !== 'GET',
    ).map(({ name }) => name)
    // A new call belongs to CHANGES, or is one of these, which only read.
    const reading =
      /^(assetsFilter|assetsList|count|describe|export|get|maps|nearest|next|preview|pump|nearby|movement|device|read|report|search|check|custom)/
    const unknown = writing.filter(
      (name) => !changing.has(name) && !reading.test(name) && name !== 'createSettings',
    )
    expect(unknown).toEqual([])
  })
})

/** Returns the pages and the flag of a session, as the product states them. */
async function rightsOf(headers: Headers): Promise<{ pages: string[]; flag: boolean }> {
  const routes = await attempt(target, headers, { call: 'getAllowedRoutes' })
  const flag = await attempt(target, headers, { call: 'patientDataAccess' })
  const { allowedRoutes = [] } = routes.body as { allowedRoutes?: string[] }
  return { pages: PAGES.filter((page) => pageAllows(allowedRoutes, page)), flag: flag.text.includes('true') }
}

/** Signs in to an account that an attempt has made, and replaces its one-time password. */
async function signInAs(username: string): Promise<Headers> {
  const answer = await target.send('POST', addressOf('verify'), {
    body: { username, password: CHOSEN_PASSWORD, authenticationMethod: 'Password' },
  })
  const { AccessToken } = answer.body as { AccessToken?: string }
  expect([username, answer.status]).toEqual([username, 200])
  const headers = { authorization: `Bearer ${AccessToken}` }
  const change = { currentPassword: CHOSEN_PASSWORD, newPassword: `${CHOSEN_PASSWORD} anew` }
  expect((await attempt(target, headers, { call: 'changePassword', body: change })).status).toBe(200)
  return headers
}

describe('two steps from one page', () => {
  const answers: { page: string; call: string; text: string }[] = []
  const gained: Record<string, string[]> = {}
  const STRONG = ['admin', 'nurse', 'sees patients']
  const strongAccounts = () =>
    target.parts.db.driver.users
      .find({ username: { $in: STRONG } })
      .sort({ username: 1 })
      .toArray()

  /** Makes every first attempt. @returns the names of the accounts that were made */
  async function takeFirstSteps(holder: Holder): Promise<string[]> {
    const made: string[] = []
    for (const step of firstSteps(holder, aims)) {
      const { status, text } = await attempt(target, holder.headers, step)
      answers.push({ page: holder.page, call: step.call, text })
      if (step.call === 'createUser' && status === 200)
        made.push(String((step.body as { username?: string }).username))
    }
    return made
  }

  /** Tries the calls of every page with a session that the first steps have gained. */
  async function takeSecondStep({ page }: Holder, headers: Headers): Promise<void> {
    for (const [index, { name, call }] of addressedCalls(
      ({ route: { access } }) => access.kind === 'pages',
    ).entries()) {
      const { access } = call.route
      const isAllowed = access.kind === 'pages' && access.pages.some((entry) => pageAllows([page], entry))
      if (isAllowed ? changing.has(name) : index % EVERY !== 0) continue
      const answer = await attempt(target, headers, { call: name })
      if (!isAllowed && !isRefused(answer)) (gained[page] ??= []).push(name)
      answers.push({ page, call: name, text: answer.text })
    }
  }

  test('give no other page and no patient flag', async () => {
    const { users, privileges } = target.parts.db.driver
    const before = await strongAccounts()
    let made = 0
    await forEachHolder(async (holder) => {
      if (holder.page === ADMINISTRATOR) return
      const own = await rightsOf(holder.headers)
      const credentials = [holder.headers]
      for (const username of await takeFirstSteps(holder)) credentials.push(await signInAs(username))
      made += credentials.length - 1
      for (const headers of credentials) {
        const { pages, flag } = await rightsOf(headers)
        const more = pages.filter((page) => !own.pages.includes(page))
        if (more.length > 0 || flag) gained[holder.page] = [...more, ...(flag ? ['the flag'] : [])]
        await takeSecondStep(holder, headers)
      }
    })
    expect(gained).toEqual({})
    // The holder of admin-config makes an account like their own.
    expect(made).toBe(1)
    expect(await strongAccounts()).toEqual(before)
    expect(await privileges.countDocuments()).toBe(aims.privileges.length)
    expect(await users.countDocuments({ patientDataAccess: true })).toBe(2)
    console.log(`page reach: ${holders.length} pages, ${answers.length} attempts`)
  })

  test('give the administrator every page, but neither the flag nor an account that has it', async () => {
    const administrator = holders.find(({ page }) => page === ADMINISTRATOR)
    if (!administrator) throw new Error('nobody holds the page')
    const before = await strongAccounts()
    // The second time with every page.
    for (let n = 0; n < 2; n++) await takeFirstSteps(administrator)
    expect(await rightsOf(administrator.headers)).toEqual({ pages: [...PAGES], flag: false })
    const flagged = (accounts: typeof before) => accounts.filter(({ patientDataAccess }) => patientDataAccess)
    const secrets = (accounts: typeof before) =>
      flagged(accounts).map(({ username, passwordHash, email }) => [username, passwordHash, email])
    expect(secrets(await strongAccounts())).toEqual(secrets(before))
    expect(await target.parts.db.driver.users.countDocuments({ patientDataAccess: true })).toBe(2)
  })

  test('show no patient to anybody', () => {
    const shown = answers.filter(({ text }) => text.includes(PATIENT_NAME) || /"P-\d"/.test(text))
    expect(shown.map(({ page, call }) => `${page}: ${call}`)).toEqual([])
    expect(answers.length).toBeGreaterThan(1_000)
  })

  test('leave the keys of the installation and the patients as they were', async () => {
    const { db } = target.parts
    const patient = await db.models.assets.findOne({ AssetType: 'Patient', AssetId: 'P-1' })
    expect([patient?.Fields['AssetName'], patient?.LocationTags, patient?.AssetStatus]).toEqual([
      `${PATIENT_NAME} 1`,
      [],
      'active',
    ])
  })
})
